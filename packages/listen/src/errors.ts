/** Ends the listener: a person has to act first. The message says how. */
export class FatalError extends Error {
  override name = 'FatalError'
}

/** The server answered with an error status. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  /** The stable code of the refusal, such as `agent_disabled`. */
  readonly code: string
  /** The server's Retry-After. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, code: string, message: string, retryAfterMs?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether the same call may succeed later without anyone's action. */
export function isTransient(error: unknown): boolean {
  if (error instanceof FatalError) return false
  if (!(error instanceof Refused)) return true
  return error.status === 429 || error.status >= 500 || error.code === 'idempotency_in_progress'
}

/** Whether a person paused the agent: nothing works until they resume it. */
export function isPausedError(error: unknown): boolean {
  return error instanceof Refused && error.code === 'agent_disabled'
}

/** Whether the agent left the space, or the message is gone: either may be temporary. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof Refused && error.status === 404
}

export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // fetch's own message is just "fetch failed"
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
