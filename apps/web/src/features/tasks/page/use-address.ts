import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { paramsOf, viewOf, type TaskView } from '../state/view.ts'

export interface TasksAddress {
  readonly view: TaskView
  /** The task that is open over the page. */
  readonly taskId: string | null
  /** The space that the address was made in; null: whichever is on screen. */
  readonly spaceId: string | null
  /** Shows something else, from its first page on. A correction replaces the address instead of adding to the history. */
  change: (change: Partial<TaskView>, isCorrection?: boolean) => void
  open: (id: string) => void
  close: () => void
}

/** The address of the page: `/tasks`, its view and the open task (docs/rules/messages.md#addresses). */
export function useAddress(): TasksAddress {
  const params = useSearch({ from: '/tasks' })
  const { spaceId } = useSignedIn()
  const navigate = useNavigate()
  const { history } = useRouter()
  const view = useMemo(() => viewOf(params), [params])
  const taskId = params.task ?? null
  /** The open task was opened here: Back closes it, and leaves no second copy of the address behind. */
  const wasOpenedHere = useRef(false)

  // the same functions at every address: each row has them
  const latest = useRef({ view, taskId, spaceId })
  useEffect(() => {
    latest.current = { view, taskId, spaceId }
  })

  const change = useCallback(
    (next: Partial<TaskView>, isCorrection = false) => {
      const now = latest.current
      const search = paramsOf({ ...now.view, page: 1, ...next }, now.spaceId)
      void navigate({ to: '/tasks', search, replace: isCorrection })
    },
    [navigate],
  )
  const open = useCallback(
    (id: string) => {
      const now = latest.current
      if (now.taskId === null) wasOpenedHere.current = true
      const search = { ...paramsOf(now.view, now.spaceId), task: id }
      void navigate({ to: '/tasks', search, replace: now.taskId !== null })
    },
    [navigate],
  )
  const close = useCallback(() => {
    const now = latest.current
    if (wasOpenedHere.current) history.back()
    else void navigate({ to: '/tasks', search: paramsOf(now.view, now.spaceId), replace: true })
    wasOpenedHere.current = false
  }, [navigate, history])

  return { view, taskId, spaceId: params.space ?? null, change, open, close }
}
