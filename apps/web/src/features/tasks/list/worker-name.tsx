import type { Task } from '@flockwork/contract/tasks'
import { isIdle } from '@flockwork/contract/tasks/attention'
import { Clock } from 'lucide-react'
import { taskList as words } from '../../../strings/tasks.ts'
import { useNow } from '../../../ui/use-now.ts'
import { AssigneeName } from '../actions/assignee-name.tsx'

/** Who has a task: its claimant, else its assignee. Marked if they haven't started. */
export function WorkerName({ task }: { task: Task }) {
  const { claimed_by, assigned_agent, assigned_user } = task
  const agent = assigned_agent && {
    id: assigned_agent.id,
    username: assigned_agent.name,
    type: 'agent' as const,
  }
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm">
      <AssigneeName assignee={claimed_by ?? agent ?? assigned_user} />
      <IdleMark task={task} />
    </span>
  )
}

/** Assigned for a while, and not started. */
export function IdleMark({ task }: { task: Task }) {
  const now = useNow()
  if (!isIdle(task, now)) return null
  return (
    <span data-tip={words.notBegun} className="flex shrink-0 text-straw">
      <Clock size={15} aria-hidden="true" />
      <span className="sr-only">{words.notBegun}</span>
    </span>
  )
}
