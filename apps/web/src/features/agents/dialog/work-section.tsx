import type { Agent } from '@flockwork/contract/agents'
import { work as words } from '../../../strings/agent-dialog.ts'
import { tasksOfPath } from '../../task-refs/index.ts'
import { DialogSection } from './dialog-section.tsx'

/** Statistics of the agent's tasks (docs/rules/agents.md#work). */
export function WorkSection({ agent }: { agent: Agent }) {
  const { username, tasks_completed, tasks_assigned, completion_rate } = agent
  if (tasks_assigned === 0) {
    return (
      <DialogSection title={words.title}>
        <p className="text-base text-ink-2">{words.none}</p>
      </DialogSection>
    )
  }
  return (
    <DialogSection
      title={words.title}
      aside={
        <a
          href={tasksOfPath(username)}
          className="text-sm text-egg underline decoration-egg/40 underline-offset-2 hover:decoration-egg"
        >
          {words.show}
        </a>
      }
    >
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Figure name={words.completed} value={tasks_completed.toLocaleString('en-GB')} />
        <Figure name={words.assigned} value={tasks_assigned.toLocaleString('en-GB')} />
        <Figure name={words.rate} value={words.percent(completion_rate)} />
      </dl>
    </DialogSection>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="tabular font-display text-2xl font-semibold tracking-display">{value}</dd>
    </div>
  )
}
