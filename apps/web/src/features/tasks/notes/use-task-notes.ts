import type { TaskNote } from '@flockwork/contract/tasks'
import type { Answer } from '@flockwork/contract/route'
import type { taskRoutes } from '@flockwork/contract/task-routes'
import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useServices } from '../../../api/services.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { dataOf } from '../../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../../realtime/live-listeners.ts'

type Page = Answer<typeof taskRoutes.notes>
type Pages = InfiniteData<Page, string | null>

export interface TaskNotesState {
  /** Newest last; undefined while loading. */
  readonly notes: readonly TaskNote[] | undefined
  readonly hasFailed: boolean
  readonly refetch: () => void
  /** Null when there are no older ones. */
  readonly loadOlder: (() => void) | null
  readonly isLoadingOlder: boolean
  readonly add: (note: TaskNote) => void
  readonly remove: (id: string) => void
}

/** A separate key from the space's tasks, which are invalidated by each of their events. */
const keyOf = (spaceId: string | null, taskId: string) => ['task-notes', spaceId, taskId] as const

/** The notes of a task that are visible to the user, live. */
export function useTaskNotes(taskId: string): TaskNotesState {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  const queryKey = useMemo(() => keyOf(spaceId, taskId), [spaceId, taskId])
  const list = usePages({
    queryKey,
    fetchPage: (before, signal) =>
      api.tasks.notes({ params: { id: taskId }, query: before === null ? {} : { before }, signal }),
    refetchOnMount: 'always',
    networkMode: 'always',
  })

  useEffect(
    () =>
      subscribeToEvents((events) => {
        const isOld = events.some((event) => {
          const update = dataOf(event, 'task_update')
          const isNoted = update?.action === 'noted' && update.task.id === taskId
          return isNoted || event.name === 'bootstrap'
        })
        if (isOld) void queryClient.invalidateQueries({ queryKey })
      }),
    [queryClient, queryKey, taskId],
  )

  const change = (edit: (page: Page, index: number) => Page) =>
    queryClient.setQueryData<Pages>(
      queryKey,
      (known) => known && { ...known, pages: known.pages.map((page, index) => edit(page, index)) },
    )

  const notes = useMemo(() => list.pages?.toReversed().flatMap((page) => page.notes), [list.pages])
  return {
    notes,
    hasFailed: (list.error ?? list.moreError) !== null,
    refetch: list.refetch,
    loadOlder: list.hasMore ? list.loadMore : null,
    isLoadingOlder: list.isLoadingMore,
    add: (note) =>
      change((page, index) =>
        index > 0 || page.notes.some(({ id }) => id === note.id)
          ? page
          : { ...page, notes: [...page.notes, note] },
      ),
    remove: (id) => change((page) => ({ ...page, notes: page.notes.filter((note) => note.id !== id) })),
  }
}
