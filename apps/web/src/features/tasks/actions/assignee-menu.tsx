import type { Task } from '@flockwork/contract/tasks'
import { taskActions as words } from '../../../strings/task-actions.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { AssigneePicker } from './assignee-picker.tsx'
import { AssigneeName } from './assignee-name.tsx'
import { assigneeOf } from './assignees.ts'
import { useTaskActions } from './use-task-actions.tsx'

/** A task's assignee, with a picker for those who may change it. */
export function AssigneeMenu({ task }: { task: Task }) {
  const { rights, busy, assign } = useTaskActions(task)
  const assignee = assigneeOf(task)

  if (!rights.mayAssign) {
    return (
      <span className="inline-flex min-w-0 items-center gap-2 text-sm">
        <AssigneeName assignee={assignee} />
      </span>
    )
  }
  return (
    <AssigneePicker
      value={assignee}
      onChoose={(to) => void assign(to)}
      trigger={
        <button
          type="button"
          aria-label={`${words.assignTo(task.display_id)}: ${assignee?.username ?? words.nobody}`}
          className={cx(buttonClass('quiet', 'sm'), 'max-w-full shrink! justify-start!')}
        >
          {busy === 'assign' ? <Spinner /> : null}
          <AssigneeName assignee={assignee} />
        </button>
      }
    />
  )
}
