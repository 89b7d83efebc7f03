import { isRecentlyActive } from '@flockwork/contract/policy/activity'
import type { Activity } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { fullTime } from '../../ui/format-time.ts'
import { useNow } from '../../ui/use-now.ts'
import { timeAgo } from './activity-facts.ts'

/** "Recently active · 3 hours ago"; nothing for a space without activity. */
export function LastActive({ activity }: { activity: Activity }) {
  const now = useNow()
  const { last_activity_at: last } = activity
  if (last === null) return null
  return (
    <>
      {isRecentlyActive(activity, now) ? words.recently : words.last}
      {' · '}
      <time dateTime={last} title={fullTime(new Date(last))}>
        {timeAgo(last, now)}
      </time>
    </>
  )
}
