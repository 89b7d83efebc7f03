import type { Space } from '@flockwork/contract/spaces'
import type { ReactNode } from 'react'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { strings } from '../../strings.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'
import { compactNumber, shownStreak, shownTotal } from './activity-facts.ts'
import { ForMe } from './for-me.tsx'
import { Heat } from './heat.tsx'
import { LastActive } from './last-active.tsx'
import { typeOf } from './space-facts.ts'
import { SpaceTile } from './space-tile.tsx'

/** The layout of tile, name with details, heat, unread count and actions: the same in every row. */
const COLUMNS = { gridTemplateColumns: 'auto minmax(0, 1fr) 7rem 7.5rem auto' }

/** Fills the first line next to the tile, so that what follows wraps to the next. */
const BESIDE_TILE = { flexBasis: 'calc(100% - 3rem)' }

interface Props {
  space: Space
  isCurrent?: boolean
  isOwner?: boolean
  /** Rendered below the name, before its counts. */
  description?: string | null
  /** The actions at its end. */
  children: ReactNode
}

/** A space as a row: on a phone its name, then its heat and unread count, then the actions. */
export function SpaceRow({ space, isCurrent = false, isOwner = false, description, children }: Props) {
  const { name, mine, activity } = space
  const isPhone = useMediaQuery(MOBILE)
  return (
    <li
      aria-label={name}
      className={cx(
        'items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0',
        isPhone ? 'flex flex-wrap' : 'grid',
      )}
      style={isPhone ? {} : COLUMNS}
    >
      <SpaceTile name={name} isCurrent={isCurrent} />
      <div className="min-w-0" style={isPhone ? BESIDE_TILE : {}}>
        <p className="flex items-center gap-x-2 max-md:flex-wrap">
          <span dir="auto" className="max-w-full min-w-0 truncate text-base font-semibold" title={name}>
            {name}
          </span>
          <Badge>{typeOf(space)}</Badge>
          {isCurrent && <Badge tone="spruce">{strings.spaces.current}</Badge>}
          {isOwner && <Badge>{strings.spaces.owner}</Badge>}
        </p>
        {description && (
          <p dir="auto" className="line-clamp-2 max-w-measure text-sm break-words text-ink-2">
            {description}
          </p>
        )}
        <Facts space={space} />
      </div>
      <div className={cx('flex items-center gap-x-3', isPhone && 'min-w-0 flex-1')}>
        {activity && <Heat activity={activity} />}
        {isPhone && mine && <ForMe mine={mine} />}
      </div>
      {!isPhone && <div>{mine && <ForMe mine={mine} />}</div>}
      <div className="flex items-center justify-end gap-1">{children}</div>
    </li>
  )
}

/** Its members, its last activity, and its number of messages. */
function Facts({ space: { member_count, activity } }: { space: Space }) {
  const streak = activity && shownStreak(activity)
  const total = activity && shownTotal(activity)
  return (
    <p className="tabular text-sm text-ink-3">
      {words.members(compactNumber(member_count))}
      {activity && activity.last_activity_at !== null && (
        <>
          {' · '}
          <LastActive activity={activity} />
        </>
      )}
      {streak !== null && ` · ${words.streak(compactNumber(streak))}`}
      {total !== null && ` · ${words.messages(compactNumber(total))}`}
    </p>
  )
}
