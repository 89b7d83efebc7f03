import { REFUSALS, type InstanceAgent } from '@flockwork/contract/admin/agents'
import { details as words } from '../../../strings/admin-control.ts'
import { shownNumber } from '../../../ui/shown-number.ts'

/** Its activity and refusals of the last day, in four figures. */
export function DayFigures({ day }: Pick<InstanceAgent, 'day'>) {
  const { messages, tasks, calls, refused } = day
  const reasons = REFUSALS.filter((reason) => refused[reason] > 0)
    .map((reason) => `${shownNumber(refused[reason])} ${words.refusedBy[reason]}`)
    .join(', ')
  const figures = [
    { name: words.figures.messages, value: messages },
    { name: words.figures.tasks, value: tasks },
    { name: words.figures.calls, value: calls },
    { name: words.figures.refused, value: refused.total, isBad: refused.total > 0 },
  ]
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(({ name, value, isBad = false }) => (
          <div key={name}>
            <dd
              className={`tabular font-display text-2xl font-semibold tracking-display ${isBad ? 'text-rose' : ''}`}
            >
              {shownNumber(value)}
            </dd>
            <dt className="text-xs text-ink-2">{name}</dt>
          </div>
        ))}
      </dl>
      {reasons !== '' && <p className="pt-2 text-sm text-ink-2">{reasons}</p>}
    </>
  )
}
