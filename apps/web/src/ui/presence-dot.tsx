import { strings } from '../strings.ts'
import { cx } from './cx.ts'

export type Presence = 'active' | 'recent' | 'idle' | 'offline'

/** How a presence is drawn: each a shape of its own, so that the colour is never alone. */
const SHAPES: Record<Presence, React.ReactNode> = {
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

interface Props {
  presence: Presence
  /** Diameter in px. */
  size?: number
  className?: string
}

/** A dot that says whether somebody is there. Its words are in its tooltip and its accessible name. */
export function PresenceDot({ presence, size = 10, className }: Props) {
  const words = strings.ui.presence[presence]
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
      {SHAPES[presence]}
    </svg>
  )
}
