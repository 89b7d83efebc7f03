import type { Activity, Space } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { cx } from '../../ui/cx.ts'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'
import { compactNumber, shownStreak, shownTotal } from './activity-facts.ts'
import { ForMe } from './for-me.tsx'
import { Heat } from './heat.tsx'
import { LastActive } from './last-active.tsx'

interface Sign {
  readonly label: string
  readonly count: number
  /** What is new in it; undefined if nothing is. */
  readonly news?: string | undefined
}

const IN_A_ROW = { gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))' }

/** A space's activity: its heat, its last activity, and its counts. */
export function ActivitySummary({ space }: { space: Space }) {
  const isPhone = useMediaQuery(MOBILE)
  const { activity } = space
  const last = activity?.last_activity_at ?? null
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-nav text-ink-2">
        {activity && <Heat activity={activity} />}
        {activity && last === null && words.never}
        {activity && last !== null && (
          <span>
            <LastActive activity={activity} />
          </span>
        )}
        {!activity && words.noNumbers}
        {space.mine && <ForMe mine={space.mine} />}
      </div>
      <dl
        aria-label={words.numbers}
        className={cx('mt-4 grid gap-x-3 gap-y-4', isPhone && 'grid-cols-3')}
        style={isPhone ? {} : IN_A_ROW}
      >
        {signsOf(space).map(({ label, count, news }) => (
          <div key={label} className="flex flex-col">
            <dt className="order-2 text-xs text-ink-2">{label}</dt>
            <dd className="tabular font-display text-2xl font-semibold tracking-display">
              {compactNumber(count)}
            </dd>
            {news !== undefined && <dd className="tabular order-3 text-xs text-moss">{news}</dd>}
          </div>
        ))}
      </dl>
    </>
  )
}

function signsOf({ member_count, activity }: Space): Sign[] {
  return [
    {
      label: words.membersTile,
      count: member_count,
      news: activity ? newsOf(activity.new_members_7d, words.newMembers) : undefined,
    },
    ...(activity ? livingSigns(activity) : []),
  ]
}

function livingSigns(activity: Activity): Sign[] {
  const streak = shownStreak(activity)
  const total = shownTotal(activity)
  return [
    { label: words.agents, count: activity.agent_count },
    { label: words.activePeople, count: activity.active_users_30m },
    {
      label: words.messagesToday,
      count: activity.messages_24h,
      news: newsOf(activity.messages_7d, words.messagesWeek),
    },
    {
      label: words.openTasks,
      count: activity.tasks_open,
      news: newsOf(activity.tasks_created_24h, words.newTasks),
    },
    ...(streak === null ? [] : [{ label: words.streakTile, count: streak }]),
    ...(total === null ? [] : [{ label: words.totalTile, count: total }]),
  ]
}

function newsOf(count: number, say: (count: string) => string): string | undefined {
  return count > 0 ? say(compactNumber(count)) : undefined
}
