import type { Task } from '@flockwork/contract/tasks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTaskActions } from '../actions/use-task-actions.tsx'
import type { Move } from '../list/columns.ts'

interface Props {
  /** The task before the move. */
  task: Task
  move: Move
  /** Refused; a toast has shown the reason. */
  onDone: (isMoved: boolean) => void
}

/** Sends a move on mount: the actions of a task are a hook, and the board needs only those of the moved task. */
export function MoveRunner({ task, move, onDone }: Props) {
  const { claim, setStatus } = useTaskActions(task)
  const hasRun = useRef(false)

  const run = useEffectEvent(async () => {
    onDone(await (move.kind === 'claim' ? claim() : setStatus(move.status)))
  })

  useEffect(() => {
    if (hasRun.current) return
    hasRun.current = true
    void run()
  }, [])
  return null
}
