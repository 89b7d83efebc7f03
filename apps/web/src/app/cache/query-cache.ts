/**
 * Which queries outlive the page, and how (docs/rules/interface.md#cache). An allow-list, so that no answer with a secret
 * ever gets into storage.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Timers } from '../../api/timers.ts'
import { agentKeys } from '../../features/agents/index.ts'
import { spaceKeys } from '../../features/spaces/index.ts'
import { FIRST_TASKS, firstTasks, taskKeys } from '../../features/tasks/index.ts'
import { taskRefKeys } from '../../features/task-refs/index.ts'
import { createDebounce } from '../../realtime/debounce.ts'
import type { CacheStore } from '../../storage/cache-store.ts'

const WRITE_AFTER_MS = 1000
const WRITE_AT_LATEST_MS = 5000
const ANY_SPACE = '*'

const isList = (data: unknown) => Array.isArray(data)
const isRecord = (data: unknown) => typeof data === 'object' && data !== null && !isList(data)
const holdsAgents = (data: unknown) =>
  typeof data === 'object' && data !== null && 'agents' in data && isList(data.agents)

const hasTasks = (data: unknown) =>
  typeof data === 'object' && data !== null && 'tasks' in data && isList(data.tasks)
const isOverview = (data: unknown) =>
  typeof data === 'object' && data !== null && 'attention' in data && isList(data.attention)

interface Rule {
  readonly key: QueryKey
  readonly fits: (data: unknown) => boolean
  /** The part of the data to persist, where all of it would fill the storage. */
  readonly part?: (data: unknown) => unknown
}

const PERSISTED: readonly Rule[] = [
  { key: spaceKeys.mine, fits: isList },
  { key: spaceKeys.roster(ANY_SPACE), fits: isList },
  { key: agentKeys.list(ANY_SPACE), fits: holdsAgents },
  { key: agentKeys.summaries(ANY_SPACE), fits: isList },
  { key: taskKeys.list(ANY_SPACE, FIRST_TASKS), fits: hasTasks, part: firstTasks },
  { key: taskKeys.overview(ANY_SPACE), fits: isOverview },
  { key: taskRefKeys.named(ANY_SPACE), fits: isRecord },
]

function rulesFor(key: QueryKey) {
  return PERSISTED.find(
    (rule) =>
      rule.key.length === key.length &&
      rule.key.every((part, at) => part === key[at] || (part === ANY_SPACE && typeof key[at] === 'string')),
  )
}

/** Restores the previous page's data where there is none yet, as stale, so that it is refetched when shown. */
export function restoreQueries(queryClient: QueryClient, store: CacheStore): void {
  for (const name of store.names()) {
    const queryKey = keyNamed(name)
    const rules = queryKey && rulesFor(queryKey)
    const entry = rules ? store.read(name) : null
    if (!queryKey || !entry || !rules?.fits(entry.data)) continue
    if (queryClient.getQueryData(queryKey) !== undefined) continue
    queryClient.setQueryData(queryKey, entry.data, { updatedAt: entry.at })
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
}

export interface Persister {
  /** Writes pending changes: the page may end at any moment. */
  flush(): void
  stop(): void
}

/** Writes each persisted query shortly after it changed, while `mayPersist` holds. */
export function persistQueries(
  queryClient: QueryClient,
  store: CacheStore,
  timers: Timers,
  mayPersist: () => boolean,
): Persister {
  const changed = new Set<QueryKey>()
  const writing = createDebounce(timers, { waitMs: WRITE_AFTER_MS, maxMs: WRITE_AT_LATEST_MS }, write)

  function write(): void {
    const keys = [...changed]
    changed.clear()
    if (!mayPersist()) return
    for (const key of keys) {
      const state = queryClient.getQueryState(key)
      if (state?.data !== undefined) {
        const part = rulesFor(key)?.part
        const data = part ? part(state.data) : state.data
        store.write(JSON.stringify(key), { data, at: state.dataUpdatedAt })
      }
    }
  }

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryKey } = event.query
    if (!rulesFor(queryKey)) return
    changed.add(queryKey)
    writing.trigger()
  })
  return {
    flush() {
      writing.cancel()
      write()
    },
    stop() {
      writing.cancel()
      unsubscribe()
    },
  }
}

function keyNamed(name: string): QueryKey | null {
  try {
    const key: unknown = JSON.parse(name)
    return isList(key) ? (key as QueryKey) : null
  } catch {
    return null
  }
}
