import type { TaskPriority } from '@flockwork/contract/tasks/priorities'

const LOOKS: Readonly<Record<TaskPriority, { readonly tone: string; readonly bars: number }>> = {
  critical: { tone: 'text-rose', bars: 3 },
  high: { tone: 'text-ember', bars: 3 },
  medium: { tone: 'text-ink-2', bars: 2 },
  low: { tone: 'text-ink-2', bars: 1 },
}

/** The priority of a task as three bars. Hidden from assistive technology: put its label next to it. */
export function PriorityGlyph({ priority, size = 14 }: { priority: TaskPriority; size?: number }) {
  const { tone, bars } = LOOKS[priority]
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      fill="currentColor"
      aria-hidden="true"
      className={`shrink-0 ${tone}`}
    >
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={1 + bar * 4.5}
          y={9 - bar * 4}
          width="3"
          height={4 + bar * 4}
          rx="1"
          opacity={bar < bars ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}
