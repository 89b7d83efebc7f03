/** What many callers ask or write at once, joined. */
import { isDatabaseAway } from './database.ts'

interface Caller<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}

/**
 * One question is under way at a time, and what is asked meanwhile rides together in the next. Nothing is kept: each
 * caller's question is sent after it was asked. `ask` answers in the order of its keys, at most `max` of them, and what
 * it throws is told to those who asked. That the database is away is told to all who wait: it is for them, too.
 */
export function inBatches<Key, Value>(
  max: number,
  ask: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: Caller<Key, Value>[] = []
  let isAsking = false

  const askAll = async () => {
    isAsking = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        const values = await ask(batch.map(({ key }) => key))
        for (const [index, value] of values.entries()) batch[index]?.resolve(value)
      } catch (error) {
        const told = isDatabaseAway(error) ? waiting.splice(0) : []
        for (const { reject } of [...batch, ...told]) reject(error)
      }
    }
    isAsking = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isAsking) void askAll()
    })
}
