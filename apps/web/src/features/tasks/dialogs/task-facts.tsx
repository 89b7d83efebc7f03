import type { Task } from '@flockwork/contract/tasks'
import { PRIORITY_NAMES } from '@flockwork/contract/tasks/priorities'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { DueTime } from '../../../ui/due-time.tsx'
import { AssigneeName } from '../actions/assignee-name.tsx'
import { assigneeOf } from '../actions/assignees.ts'
import { TaskText } from '../notes/task-text.tsx'
import { PriorityGlyph } from '../../task-refs/index.ts'
import { CHECKS } from './values.ts'
import { Facts } from './work-report.tsx'

/** A read-only task, for those who can't edit it. */
export function TaskFacts({ task }: { task: Task }) {
  const { skills, grooming_checklist: checklist } = task.requirements
  const done = CHECKS.filter((name) => checklist[name]).map((name) => words.fields[name])
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-3">{words.readOnly}</p>
      <p dir="auto" className="font-display text-lg font-semibold break-words">
        {task.title}
      </p>
      {task.description !== '' && <TaskText text={task.description} />}
      <Facts
        lines={[
          {
            name: words.fields.priority,
            value: (
              <span className="inline-flex items-center gap-2">
                <PriorityGlyph priority={task.priority} />
                {PRIORITY_NAMES[task.priority]}
              </span>
            ),
          },
          {
            name: words.fields.assignee,
            value: (
              <span className="inline-flex max-w-full items-center gap-2">
                <AssigneeName assignee={assigneeOf(task)} />
              </span>
            ),
          },
          { name: words.fields.expected_minutes, value: task.expected_minutes },
          ...(task.deadline === null
            ? []
            : [{ name: words.fields.deadline, value: <DueTime at={task.deadline} /> }]),
          { name: words.fields.skills, value: skills.length > 0 ? skills.join(', ') : words.noSkills },
          ...(done.length === 0 ? [] : [{ name: words.checklist, value: done.join(', ') }]),
        ]}
      />
    </div>
  )
}
