import type { TaskOverview } from '@flockwork/contract/tasks'
import type { TaskGroup } from '@flockwork/contract/tasks/filter'
import { taskNumbers as words } from '../../../strings/tasks.ts'
import { cx } from '../../../ui/cx.ts'
import { MOBILE, useMediaQuery } from '../../../ui/use-media-query.ts'
import { shownNumber } from '../../../ui/shown-number.ts'

type Counts = TaskOverview['counts']

interface Tile {
  readonly label: string
  readonly count: (counts: Counts) => number
  /** The filter it sets; null shows everything. */
  readonly group: TaskGroup | null
  /** The colour when above zero. */
  readonly tone?: string
}

export const TILES: readonly Tile[] = [
  { label: words.total, count: ({ total }) => total, group: null },
  { label: words.open, count: ({ open }) => open, group: 'open' },
  { label: words.completed, count: ({ completed }) => completed, group: 'completed' },
  {
    label: words.high_priority,
    count: ({ high_priority }) => high_priority,
    group: 'high_priority',
    tone: 'text-ember',
  },
  { label: words.stale, count: ({ stale }) => stale, group: 'stale', tone: 'text-straw' },
  { label: words.attention, count: ({ attention }) => attention, group: 'attention', tone: 'text-rose' },
]

const SIX_IN_A_ROW = { gridTemplateColumns: 'repeat(6, minmax(0, 9rem))' }

interface Props {
  counts: Counts
  /** The group that filters the list; null: none. */
  group: TaskGroup | null
  /** Null when everything is asked for. */
  onGroup: (group: TaskGroup | null) => void
}

/** Six counts over all tasks of the space. Each toggles a filter. */
export function Numbers({ counts, group: current, onGroup }: Props) {
  const isPhone = useMediaQuery(MOBILE)
  return (
    <ul
      aria-label={words.label}
      className={cx('grid gap-y-1', isPhone && 'grid-cols-3')}
      style={isPhone ? {} : SIX_IN_A_ROW}
    >
      {TILES.map(({ label, count, group, tone }) => {
        const value = count(counts)
        const isOn = group !== null && group === current
        return (
          <li key={label}>
            <button
              type="button"
              aria-label={`${label}: ${value}`}
              aria-pressed={group === null ? undefined : isOn}
              onClick={() => onGroup(isOn ? null : group)}
              className="-mx-2 rounded-control px-2 py-1 text-start transition-colors hover:bg-sunken aria-pressed:bg-spruce-soft dark:hover:bg-line"
            >
              <span
                className={cx(
                  'tabular block font-display text-2xl font-semibold tracking-display',
                  value > 0 && tone,
                )}
              >
                {shownNumber(value)}
              </span>
              <span className="block text-xs text-ink-2">{label}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
