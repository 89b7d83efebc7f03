import type { Task } from '@flockwork/contract/tasks'
import type { ReactNode } from 'react'
import { moveItems } from './move-items.tsx'
import { TaskMenu } from './task-menu.tsx'

interface Props {
  task: Task
  button: ReactNode
  onOpen: () => void
}

/** The menu of a row: its actions, and the statuses it may move to. */
export function RowMenu({ task, button, onOpen }: Props) {
  return (
    <TaskMenu
      task={task}
      button={button}
      onOpen={onOpen}
      renderMore={({ rights, claim, setStatus }) =>
        moveItems({
          task,
          rights,
          onMove: (move) => void (move.kind === 'claim' ? claim() : setStatus(move.status)),
        })
      }
    />
  )
}
