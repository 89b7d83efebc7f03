import type { RuleCounts } from '@flockwork/contract/admin/guardrails'
import { adminGuardrails as words } from '../../../strings/admin-guardrails.ts'
import { shownNumber } from '../../../ui/shown-number.ts'

interface Props {
  counts: RuleCounts
  /** The handler for a click on the counts, and its label. */
  show?: () => void
  label?: string
}

/** How often a rule matched; renders nothing if it never did. */
export function Counts({ counts: { day, month }, show, label }: Props) {
  const all = month.blocked + month.reported
  if (all === 0) return null
  const shown = words.counts(shownNumber(day.blocked + day.reported), shownNumber(all))
  const title = words.countsWhat(shownNumber(month.blocked), shownNumber(month.reported))
  if (!show) {
    return (
      <span title={title} className="tabular text-xs text-ink-2">
        {shown}
      </span>
    )
  }
  return (
    <button
      type="button"
      title={title}
      aria-label={`${label}: ${shown}`}
      onClick={show}
      className="tabular relative rounded-chip text-xs text-ink-2 underline decoration-line-strong underline-offset-4 hit-area hover:text-ink"
    >
      {shown}
    </button>
  )
}

export function sumOf(counts: readonly RuleCounts[]): RuleCounts {
  const sum = (period: keyof RuleCounts) => ({
    blocked: counts.reduce((total, one) => total + one[period].blocked, 0),
    reported: counts.reduce((total, one) => total + one[period].reported, 0),
  })
  return { day: sum('day'), month: sum('month') }
}
