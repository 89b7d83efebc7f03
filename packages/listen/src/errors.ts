/** Ends the listener: a person has to do something first. The message says what. */
export class Stop extends Error {
  override name = 'Stop'
}

/** The server answered, and not with success. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  /** The stable code of the refusal, such as `agent_disabled`. */
  readonly code: string
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, code: string, message: string, retryAfterMs?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/** Whether the same call may succeed later without anybody doing anything. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Stop) return false
  if (!(error instanceof Refused)) return true
  return error.status === 429 || error.status >= 500 || error.code === 'idempotency_in_progress'
}

export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // what fetch says by itself is "fetch failed"
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
