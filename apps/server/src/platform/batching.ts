import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from './database.ts'

interface Caller<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/** The longest that a small batch waits for the next calls of callers that were just answered. */
const NEXT_CALLS_MS = 4
const JUST_MS = 25

interface Options {
  /**
   * Callers call again as soon as they are answered. After a large batch a small one waits a moment for more callers,
   * each query costs about the same.
   */
  readonly waitsForMany?: boolean
}

/**
 * Joins the calls of many callers into one query at a time; those that come during a query go together into the next.
 * Nothing is cached: each call's query is sent after the call. `query` returns values in the order of its keys, at most
 * `max` of them. What it throws rejects its callers; when the database is away, also those that still wait.
 */
export function batchCalls<Key, Value>(
  max: number,
  query: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { waitsForMany = false }: Options = {},
): (key: Key) => Promise<Value> {
  let waiting: Caller<Key, Value>[] = []
  let isQuerying = false
  let last = { size: 0, endedAt: -Infinity }

  const queryAll = async () => {
    isQuerying = true
    while (waiting.length > 0) {
      const wasJustMany = waiting.length < last.size / 2 && performance.now() - last.endedAt < JUST_MS
      if (waitsForMany && wasJustMany) await delay(NEXT_CALLS_MS)
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        const values = await query(batch.map(({ key }) => key))
        for (const [index, value] of values.entries()) batch[index]?.resolve(value)
      } catch (error) {
        const others = isDatabaseAway(error) ? waiting.splice(0) : []
        for (const { reject } of [...batch, ...others]) reject(error)
      }
      last = { size: batch.length, endedAt: performance.now() }
    }
    isQuerying = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isQuerying) void queryAll()
    })
}
