import { ApiError } from './api-error.ts'
import { randomId } from './random-id.ts'

const IN_PROGRESS = 'idempotency_in_progress'

/**
 * Makes a call under an idempotency key. A call without a response may have been carried out, so its retry reuses the
 * key (docs/rules/requests.md#idempotency).
 */
export type Attempt = <Result>(what: unknown, call: (key: string) => Promise<Result>) => Promise<Result>

/** Whether the server may have carried out the call that failed with `error`. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.code === IN_PROGRESS
}

/** Calls with equal `what` are the same call. */
export function createAttempts(newKey: () => string = randomId): Attempt {
  const open = new Map<string, string>()
  return async (what, call) => {
    const name = JSON.stringify(what)
    const key = open.get(name) ?? newKey()
    open.set(name, key)
    try {
      const result = await call(key)
      open.delete(name)
      return result
    } catch (error) {
      if (!mayHaveHappened(error)) open.delete(name)
      throw error
    }
  }
}
