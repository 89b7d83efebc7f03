import { pause, waitMs } from './backoff.ts'
import { Refused, isTransient, textOf } from './errors.ts'

interface Deps {
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const BACKOFF = { firstMs: 1000, maxMs: 60_000 }
const LOG_ABOVE_MS = 5000

/**
 * Repeats a call through server restarts and rate limits.
 * @throws errors that a retry won't fix; the last error once the signal is aborted.
 */
export async function retry<T>({ signal, log }: Deps, what: string, call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error
      const retryAfterMs = error instanceof Refused ? (error.retryAfterMs ?? 0) : 0
      const ms = Math.max(retryAfterMs, waitMs(BACKOFF, failures, Math.random()))
      if (ms > LOG_ABOVE_MS) log(`${what}: ${textOf(error)}. Again in ${Math.round(ms / 1000)} s.`)
      await pause(ms, signal)
      if (signal.aborted) throw error
    }
  }
}
