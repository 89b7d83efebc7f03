import type { AgentUsage } from '@flockwork/contract/budgets'
import { use as words } from '../../../strings/admin-control.ts'
import { describeUsage } from '../usage-words.ts'

/** An agent's model usage; says so if the agent reports none. */
export function UseFigures({ usage }: { usage: AgentUsage }) {
  const { source, today, month } = usage
  if (today === null || month === null) return <p className="text-sm text-ink-2">{words.unknown}</p>
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-xs text-ink-3">{words.today}</dt>
          <dd className="tabular">{describeUsage(today)}</dd>
        </div>
        <div>
          <dt className="text-xs text-ink-3">{words.month}</dt>
          <dd className="tabular">{describeUsage(month)}</dd>
        </div>
      </dl>
      {source === 'reported' && <p className="pt-2 text-xs text-ink-3">{words.reported}</p>}
    </>
  )
}
