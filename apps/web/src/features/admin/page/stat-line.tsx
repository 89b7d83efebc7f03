import { adminPeopleRoutes, type AdminStats } from '@flockwork/contract/admin/people'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { adminPage } from '../../../strings/admin-page.ts'
import { cx } from '../../../ui/cx.ts'
import { shownNumber } from '../../../ui/shown-number.ts'
import { MOBILE, useMediaQuery } from '../../../ui/use-media-query.ts'
import { adminKeys } from '../keys.ts'

const REFETCH_MS = 30_000
const SIX_IN_A_ROW = { gridTemplateColumns: 'repeat(6, minmax(0, 9rem))' }
const words = adminPage.stats

const NUMBERS: readonly (keyof AdminStats)[] = [
  'total_users',
  'active_users',
  'total_agents',
  'active_agents',
  'recent_signups',
  'guardrail_violations',
]

interface Props {
  /** The count of violations links to them. */
  onViolations: () => void
}

/** The instance in six figures. */
export function StatLine({ onViolations }: Props) {
  const { api } = useServices()
  const isPhone = useMediaQuery(MOBILE)
  const { data } = useQuery({
    queryKey: adminKeys.stats,
    queryFn: () => api.call(adminPeopleRoutes.stats, {}),
    refetchInterval: REFETCH_MS,
  })
  return (
    <ul
      aria-label={words.label}
      className={cx('grid gap-y-1', isPhone && 'grid-cols-3')}
      style={isPhone ? {} : SIX_IN_A_ROW}
    >
      {NUMBERS.map((name) => {
        const value = data?.[name]
        return (
          <li key={name}>
            {name === 'guardrail_violations' ? (
              <button
                type="button"
                onClick={onViolations}
                className="-mx-2 rounded-control px-2 py-1 text-start transition-colors hover:bg-sunken dark:hover:bg-line"
              >
                <Figure name={name} value={value} tone="text-rose" />
              </button>
            ) : (
              <div className="py-1">
                <Figure name={name} value={value} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface FigureProps {
  name: keyof AdminStats
  /** Undefined while loading. */
  value: number | undefined
  /** The colour when above zero. */
  tone?: string
}

function Figure({ name, value, tone }: FigureProps) {
  return (
    <>
      <span
        className={cx(
          'tabular block font-display text-2xl font-semibold tracking-display',
          value !== undefined && value > 0 && tone,
        )}
      >
        {value === undefined ? '–' : shownNumber(value)}
      </span>
      <span className="block text-xs text-ink-2">{words[name]}</span>
    </>
  )
}
