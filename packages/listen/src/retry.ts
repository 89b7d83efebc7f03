import { pause, waitMs } from './backoff.ts'
import { Refused, isPassing, textOf } from './errors.ts'

interface Deps {
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const BACKOFF = { firstMs: 1000, maxMs: 60_000 }
const SAID_ABOVE_MS = 5000

/**
 * Does a call until it is answered, through restarts of the server and limits that pass.
 * @throws what won't pass; the last error once the signal is aborted.
 */
export async function insist<T>({ signal, log }: Deps, what: string, call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      const asked = error instanceof Refused ? (error.retryAfterMs ?? 0) : 0
      const ms = Math.max(asked, waitMs(BACKOFF, failures, Math.random()))
      if (ms > SAID_ABOVE_MS) log(`${what}: ${textOf(error)}. Again in ${Math.round(ms / 1000)} s.`)
      await pause(ms, signal)
      if (signal.aborted) throw error
    }
  }
}
