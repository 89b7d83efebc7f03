import type { TaskStatus } from '@flockwork/contract/tasks/statuses'

/** Slices of a pie, from the top. */
const QUARTER = 'M7 7V3a4 4 0 0 1 4 4Z'
const HALF = 'M7 3a4 4 0 0 1 0 8Z'
const THREE_QUARTERS = 'M7 7V3a4 4 0 1 1-4 4Z'
const WHOLE = 'M7 1a6 6 0 0 1 0 12A6 6 0 0 1 7 1Z'

interface Look {
  readonly tone: string
  readonly pie?: string
  /** Drawn inside, instead of a pie. */
  readonly mark?: string
}

const CROSS = 'm5 5 4 4m0-4-4 4'

const LOOKS: Readonly<Record<TaskStatus, Look>> = {
  available: { tone: 'text-ink-3' },
  assigned: { tone: 'text-straw', pie: QUARTER },
  claimed: { tone: 'text-straw', pie: HALF },
  in_progress: { tone: 'text-egg', pie: HALF },
  in_review: { tone: 'text-egg', pie: THREE_QUARTERS },
  blocked: { tone: 'text-rose', pie: THREE_QUARTERS },
  completed: { tone: 'text-moss', pie: WHOLE },
  failed: { tone: 'text-rose', mark: CROSS },
  expired: { tone: 'text-straw', mark: 'M7 4v3l2 1.5' },
  cancelled: { tone: 'text-ink-3', mark: CROSS },
}

interface Props {
  status: TaskStatus
  /** An idea awaiting approval: a dashed circle. */
  isIdea?: boolean
  size?: number
}

/**
 * The status of a task as a pie. Hidden from assistive technology: put its label next to it, or into its container's
 * name.
 */
export function StatusGlyph({ status, isIdea = false, size = 14 }: Props) {
  const { tone, pie, mark } = LOOKS[status]
  const isDashed = isIdea && status === 'available'
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      className={`shrink-0 ${tone}`}
    >
      <circle
        cx="7"
        cy="7"
        r="6"
        pathLength="24"
        {...(isDashed && { strokeDasharray: '2 2', strokeDashoffset: 1 })}
      />
      {pie !== undefined && <path d={pie} fill="currentColor" stroke="none" />}
      {mark !== undefined && <path d={mark} strokeLinecap="round" strokeLinejoin="round" />}
    </svg>
  )
}
