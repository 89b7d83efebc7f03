/**
 * Looks up the tasks that texts mention. The state is in the query cache, so that it outlives the page; while there are
 * subscribers, events keep it up to date.
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

/** After this time, a name is refetched when it is shown again. */
const FRESH_MS = 5 * 60 * 1000
const RETRY_MS = 15_000
/** The polling interval of what is on screen, without a stream. */
const POLL_MS = 30_000
/** Names and ids: two per task. */
const KNOWN_MAX = 500

export interface NamedTasks {
  /** The task with this name (`T-12`) or id; null if there is none, undefined while loading. */
  get(ref: string): NamedTask | null | undefined
  /** Fetches it unless it is known, and calls back when it changes. @returns a function that unsubscribes */
  watch(ref: string, onChange: () => void): () => void
}

interface Deps extends Pick<AppServices, 'timers'> {
  api: Pick<AppServices['api'], 'tasks'>
  queryClient: QueryClient
  spaceId: string
  /** Whether the stream is connected. */
  isLive: () => boolean
}

/** What exists while there are subscribers. */
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
    // batches the names of one render
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
      // shown in their old state until then
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
    // events from before the stream began were missed
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
