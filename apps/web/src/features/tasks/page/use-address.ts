import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { paramsOf, viewOf, type TaskView } from '../state/view.ts'

export interface TasksAddress {
  readonly view: TaskView
  /** The task that is open over the page. */
  readonly taskId: string | null
  /** The space in which the URL was made; null: the current one. */
  readonly spaceId: string | null
  /**
   * Changes the view and returns to its first page. A correction replaces the URL instead of adding a history entry.
   */
  change: (change: Partial<TaskView>, isCorrection?: boolean) => void
  open: (id: string) => void
  close: () => void
}

/** The page's URL: `/tasks`, its view and the open task (docs/rules/messages.md#addresses). */
export function useAddress(): TasksAddress {
  const params = useSearch({ from: '/tasks' })
  const { spaceId } = useSignedIn()
  const navigate = useNavigate()
  const { history } = useRouter()
  const view = useMemo(() => viewOf(params), [params])
  const taskId = params.task ?? null
  /** The task was opened from this page: closing goes Back, so that no duplicate history entry remains. */
  const wasOpenedHere = useRef(false)

  // stable identity: every row receives these functions
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
