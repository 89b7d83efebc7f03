import { createContext, useContext } from 'react'
import { isIdea, statusName, StatusGlyph, taskPath, useNamedTask } from '../../task-refs/index.ts'

/** Whether Tab skips the links of a text. A link that mounts later can't be changed with the others. */
export const SkippedByTab = createContext(false)

/** The name of a task in a text: a link to it with its status; plain text where there is no such task. */
export function TaskLink({ name }: { name: string }) {
  const task = useNamedTask(name)
  const isSkipped = useContext(SkippedByTab)
  if (!task) return name
  const label = `${task.title}, ${statusName(task)}`
  return (
    <a
      href={taskPath(task.id)}
      tabIndex={isSkipped ? -1 : undefined}
      aria-label={`${name}, ${label}`}
      data-tip={label}
      className="font-medium whitespace-nowrap text-egg underline-offset-2 hover:underline"
    >
      <span className="relative top-0.5 me-1 inline-flex">
        <StatusGlyph status={task.status} isIdea={isIdea(task)} size={13} />
      </span>
      {name}
    </a>
  )
}
