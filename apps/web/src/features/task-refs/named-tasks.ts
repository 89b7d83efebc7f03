/**
 * Looks up the tasks that texts name. What is known is in the query cache, so that it outlives the page; while somebody
 * watches, events keep it true.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { AppServices } from '../../api/services.ts'
import { dataOf, type LiveEvent } from '../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { taskRefKeys } from './keys.ts'
import {
  bounded,
  inCalls,
  NO_TASKS,
  withAnswer,
  withTaskEvent,
  type KnownTasks,
  type NamedTask,
} from './named-task.ts'

/** A name is asked for again when it is shown again after this time. */
const FRESH_MS = 5 * 60 * 1000
const RETRY_MS = 15_000
/** Without a stream what is shown is asked for again so often. */
const POLL_MS = 30_000
/** Names and ids: two for each task. */
const KNOWN_MAX = 500

export interface NamedTasks {
  /** The task of a name (`T-12`) or id; null if there is none, undefined while that isn't known. */
  get(ref: string): NamedTask | null | undefined
  /** Asks for it unless it is known, and calls back when it changes. @returns a function that stops */
  watch(ref: string, onChange: () => void): () => void
}

interface Deps extends Pick<AppServices, 'timers'> {
  api: Pick<AppServices['api'], 'tasks'>
  queryClient: QueryClient
  spaceId: string
  /** Whether events arrive. */
  isLive: () => boolean
}

/** What lives while somebody watches. */
interface Visit {
  known: KnownTasks
  readonly askedAt: Map<string, number>
  readonly end: () => void
}

export function createNamedTasks({ api, queryClient, spaceId, timers, isLive }: Deps): NamedTasks {
  const queryKey = taskRefKeys.named(spaceId)
  const watchers = new Map<string, Set<() => void>>()
  const queue = new Set<string>()
  let visit: Visit | null = null

  const stored = () => queryClient.getQueryData<KnownTasks>(queryKey) ?? NO_TASKS
  const isWatched = (ref: string) => watchers.has(ref)

  function change(current: Visit, next: KnownTasks): void {
    const before = current.known
    if (next === before) return
    current.known = bounded(next, KNOWN_MAX, isWatched)
    queryClient.setQueryData(queryKey, current.known)
    for (const [ref, listeners] of watchers) {
      if (before[ref] !== current.known[ref]) for (const listener of listeners) listener()
    }
  }

  function ask(current: Visit, ref: string): void {
    const askedAt = current.askedAt.get(ref) ?? Number.NEGATIVE_INFINITY
    if (timers.now() - askedAt < FRESH_MS) return
    current.askedAt.set(ref, timers.now())
    // names of one render go in one call
    if (queue.size === 0) timers.after(0, send)
    queue.add(ref)
  }

  function send(): void {
    const refs = [...queue].filter(isWatched)
    queue.clear()
    const current = visit
    if (current) for (const call of inCalls(refs)) void fetchNamed(current, call)
  }

  async function fetchNamed(current: Visit, refs: string[]): Promise<void> {
    const asked = { refs, known: current.known }
    try {
      const { tasks } = await api.tasks.named({ query: { org_id: spaceId, ref: refs } })
      if (current === visit) change(current, withAnswer(current.known, asked, tasks))
    } catch {
      // shown as they were until then
      for (const ref of refs) current.askedAt.delete(ref)
      timers.after(RETRY_MS, () => current === visit && askForWatched(current))
    }
  }

  function askForWatched(current: Visit): void {
    for (const ref of watchers.keys()) ask(current, ref)
  }

  function onEvents(events: readonly LiveEvent[]): void {
    if (!visit) return
    for (const event of events) {
      const update = dataOf(event, 'task_update')
      if (update?.space_id === spaceId) change(visit, withTaskEvent(visit.known, update, isWatched))
    }
    // what happened before the stream began came with no event
    if (events.some(({ name }) => name === 'bootstrap')) askAnew(visit)
  }

  function askAnew(current: Visit): void {
    current.askedAt.clear()
    askForWatched(current)
  }

  function begin(): Visit {
    const unsubscribe = subscribeToEvents(onEvents)
    let stopPolling = timers.after(POLL_MS, poll)
    function poll(): void {
      if (visit && !isLive()) askAnew(visit)
      stopPolling = timers.after(POLL_MS, poll)
    }
    const end = () => {
      unsubscribe()
      stopPolling()
    }
    return { known: stored(), askedAt: new Map(), end }
  }

  return {
    get: (ref) => (visit?.known ?? stored())[ref],
    watch(ref, onChange) {
      visit ??= begin()
      const listeners = watchers.get(ref) ?? new Set()
      watchers.set(ref, listeners.add(onChange))
      ask(visit, ref)
      return () => {
        listeners.delete(onChange)
        if (listeners.size === 0) watchers.delete(ref)
        if (watchers.size > 0) return
        visit?.end()
        visit = null
      }
    },
  }
}
