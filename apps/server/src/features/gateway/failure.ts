/** Why a model gave no answer. */
export type FailureKind =
  /** No connection, or it broke. */
  | 'unreachable'
  /** No chunk of the answer in time. */
  | 'silent'
  /** 429: too many calls, or a quota is used up. */
  | 'busy'
  /** 401 or 403: the key is wrong. */
  | 'key'
  /** 404, or a refusal that names the model. */
  | 'unknown_model'
  /** Another 4xx. */
  | 'refused'
  /** 5xx. */
  | 'broken'
  /** The stream ended before the answer did. */
  | 'cut'
  /** The answer violates the protocol. */
  | 'nonsense'
  /** The answer is too large. */
  | 'too_large'

/** A failed call. Its message contains neither the key nor text of the endpoint, so it may be logged and shown. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
  readonly kind: FailureKind
  readonly status: number | undefined
  /** The endpoint's Retry-After in seconds, if it sent one. */
  readonly retryAfterS: number | undefined

  constructor(kind: FailureKind, { status, retryAfterS }: { status?: number; retryAfterS?: number } = {}) {
    super(`The model failed: ${kind}${status === undefined ? '' : `, status ${status}`}`)
    this.kind = kind
    this.status = status
    this.retryAfterS = retryAfterS
  }
}
