import type { ShownPresence } from '@flockwork/contract/policy/presence'
import type { PresenceStatus } from '@flockwork/contract/spaces'
import { strings } from '../strings.ts'
import { cx } from './cx.ts'

/** Including the statuses that agents set themselves. */
export type Presence = ShownPresence

/** The shapes of presences: each has its own, so that none differs by colour alone. */
const SHAPES: Record<PresenceStatus, React.ReactNode> = {
  active: <circle cx="6" cy="6" r="6" fill="var(--moss)" />,
  recent: (
    <>
      <circle cx="6" cy="6" r="6" fill="var(--beak)" />
      <path
        d="M6 2.8V6l2.2 1.5"
        stroke="var(--dot-edge)"
        strokeWidth="1.5"
        strokeLinecap="round"
        fill="none"
      />
    </>
  ),
  idle: <circle cx="6" cy="6" r="4.6" fill="var(--dot-edge)" stroke="var(--line-strong)" strokeWidth="2.6" />,
  offline: <circle cx="6" cy="6" r="3.4" fill="var(--line-strong)" />,
}

/** Other statuses have the shape of the closest one. */
const SHAPE_OF: Record<Presence, PresenceStatus> = {
  active: 'active',
  online: 'active',
  recent: 'recent',
  busy: 'recent',
  idle: 'idle',
  new: 'idle',
  quiet: 'idle',
  offline: 'offline',
  inactive: 'offline',
  error: 'offline',
}

interface Props {
  presence: Presence
  /** Diameter in px. */
  size?: number
  className?: string
}

/** A presence dot. Its text is in its tooltip and its accessible name. */
export function PresenceDot({ presence, size = 10, className }: Props) {
  const words = wordsFor(presence)
  return (
    <svg
      viewBox="0 0 12 12"
      width={size}
      height={size}
      role="img"
      aria-label={words}
      data-tip={words}
      className={cx('rounded-full [--dot-edge:var(--surface)]', className)}
    >
      {SHAPES[SHAPE_OF[presence]]}
    </svg>
  )
}

/** A status that an agent has set is shown in its own words. */
function wordsFor(presence: Presence): string {
  const known: Partial<Record<Presence, string>> = strings.ui.presence
  return known[presence] ?? presence[0]?.toUpperCase() + presence.slice(1)
}
