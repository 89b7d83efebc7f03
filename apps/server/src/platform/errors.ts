/**
 * A class for each refusal, with its status, its stable code and its body; error-handler.ts sends it, adding `error` and
 * `request_id`.
 */
import type { ErrorCode, FieldError } from '@flockwork/contract/errors'
import { JSON_DEPTH_MAX } from '@flockwork/contract/limits'

export abstract class ApiError extends Error {
  abstract readonly status: number
  abstract readonly code: ErrorCode

  /** The body without `error` and `request_id`. */
  toBody(): { detail: unknown; [field: string]: unknown } {
    return { detail: this.message }
  }

  headers(): Record<string, string> {
    return {}
  }
}

/** No, bad or expired credentials. */
export class Unauthorized extends ApiError {
  override name = 'Unauthorized'
  readonly status = 401
  readonly code = 'unauthorized'
  readonly challenge: string

  constructor(message = 'Sign in to continue', challenge = 'Bearer') {
    super(message)
    this.challenge = challenge
  }

  override headers() {
    return { 'www-authenticate': this.challenge }
  }
}

/** The caller is authenticated and may not do this. */
export class Forbidden extends ApiError {
  override name = 'Forbidden'
  readonly status = 403
  readonly code: ErrorCode = 'forbidden'
}

/** The credential is valid, but lacks the scope. */
export class InsufficientScope extends Forbidden {
  override name = 'InsufficientScope'
  override readonly code = 'insufficient_scope'
  readonly scope: string

  constructor(scope: string) {
    super(`This credential does not allow it: it lacks the scope ${scope}`)
    this.scope = scope
  }

  override headers() {
    return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${this.scope}"` }
  }
}

export class SetupCodeRequired extends Forbidden {
  override name = 'SetupCodeRequired'
  override readonly code = 'setup_code_required'

  constructor() {
    super('The first account needs the setup code that the server printed when it started')
  }
}

/** The call takes over or ends the account, and the person last authenticated more than 10 minutes ago. */
export class ReauthenticationRequired extends Forbidden {
  override name = 'ReauthenticationRequired'
  override readonly code = 'reauthentication_required'

  constructor(hasPassword: boolean) {
    const how = hasPassword ? 'Enter your password first' : 'Sign in again first'
    super(`${how}: this works within 10 minutes of that`)
  }
}

/** A call by cookie came from another site, or without an Origin. */
export class BadOrigin extends Forbidden {
  override name = 'BadOrigin'
  override readonly code = 'bad_origin'

  constructor() {
    super('This call must come from the address of this instance')
  }
}

/** The request names a host that isn't this instance's: DNS may have been made to point here. */
export class BadHost extends ApiError {
  override name = 'BadHost'
  readonly status = 421
  readonly code = 'bad_host'

  constructor() {
    super(
      'This instance is not known by that name. Open it at localhost, its IP address or its PUBLIC_URL; whoever runs it sets PUBLIC_URL to use a name',
    )
  }
}

/** It doesn't exist, or is in a space that the caller is not in; the answer doesn't reveal which. */
export class NotFound extends ApiError {
  override name = 'NotFound'
  readonly status = 404
  readonly code = 'not_found'
}

/** The caller isn't in the space, whether it exists or not. */
export class NoSuchSpace extends NotFound {
  override name = 'NoSuchSpace'

  constructor() {
    super('No such space')
  }
}

/** An agent named a space that it isn't in; the answer doesn't reveal whether it exists. */
export class SpaceOutOfReach extends NotFound {
  override name = 'SpaceOutOfReach'
}

export class Conflict extends ApiError {
  override name = 'Conflict'
  readonly status = 409
  readonly code: ErrorCode = 'conflict'
}

/** Another tab or device switched the current space. */
export class SpaceContextChanged extends Conflict {
  override name = 'SpaceContextChanged'
  override readonly code = 'ORG_CONTEXT_CHANGED'

  constructor() {
    super('Organization context has changed')
  }

  override toBody() {
    return { code: this.code, detail: this.message }
  }
}

export class SpaceLimitReached extends Conflict {
  override name = 'SpaceLimitReached'
  override readonly code = 'LIMIT_REACHED'
  readonly visibility: string
  readonly limit: number

  constructor(visibility: string, limit: number) {
    super(`You've reached your limit for ${visibility} spaces`)
    this.visibility = visibility
    this.limit = limit
  }

  override toBody() {
    const { code, message, visibility, limit } = this
    return { detail: { code, message, visibility, limit } }
  }
}

/** The first call with this key succeeded, but its answer wasn't stored. */
export class AlreadyDone extends Conflict {
  override name = 'AlreadyDone'
  override readonly code = 'already_done'

  constructor() {
    super('This was done already; its answer is not kept')
  }
}

export class IdempotencyInProgress extends Conflict {
  override name = 'IdempotencyInProgress'
  override readonly code = 'idempotency_in_progress'

  constructor() {
    super('The first call under this Idempotency-Key is still under way')
  }
}

/** The input is wrong; each wrong field is named. */
export class Invalid extends ApiError {
  override name = 'Invalid'
  readonly status = 422
  readonly code: ErrorCode = 'validation_error'
  readonly fields: FieldError[]

  constructor(fields: FieldError[]) {
    super(fields.map((field) => field.msg).join('; '))
    this.fields = fields
  }

  override toBody() {
    return { detail: this.fields }
  }
}

/** One wrong field. */
export function invalid(loc: (string | number)[], msg: string, type = 'value_error'): Invalid {
  return new Invalid([{ loc, msg, type }])
}

export class IdempotencyMismatch extends ApiError {
  override name = 'IdempotencyMismatch'
  readonly status = 422
  readonly code = 'idempotency_mismatch'

  constructor() {
    super('This Idempotency-Key was used for another call')
  }
}

export class PayloadTooLarge extends ApiError {
  override name = 'PayloadTooLarge'
  readonly status = 413
  readonly code = 'payload_too_large'
}

/** JSON nested deeper than any body of ours. */
export class TooDeep extends ApiError {
  override name = 'TooDeep'
  readonly status = 400
  readonly code = 'too_deep'

  constructor() {
    super(`The body is nested more than ${JSON_DEPTH_MAX} levels deep`)
  }
}

/** Bytes that aren't valid UTF-8. */
export class NotUtf8 extends ApiError {
  override name = 'NotUtf8'
  readonly status = 400
  readonly code = 'not_utf8'

  constructor(what: string) {
    super(`${what} is not well-formed UTF-8`)
  }
}

/** The URL of the request is longer than any of ours. */
export class UriTooLong extends ApiError {
  override name = 'UriTooLong'
  readonly status = 414
  readonly code = 'payload_too_large'

  constructor(maxChars: number) {
    super(`The address is longer than ${maxChars} characters`)
  }
}

export class UnsupportedMediaType extends ApiError {
  override name = 'UnsupportedMediaType'
  readonly status = 415
  readonly code = 'unsupported_media_type'
}

export interface LimitState {
  limit: number
  remaining: number
  /** Whole seconds until the limit resets. */
  retryAfterSeconds: number
}

export class RateLimited extends ApiError {
  override name = 'RateLimited'
  readonly status = 429
  readonly code: ErrorCode = 'rate_limited'
  readonly state: LimitState

  constructor(state: LimitState, message = 'Too many requests') {
    super(message)
    this.state = state
  }

  override toBody() {
    return { detail: this.message, retry_after: this.state.retryAfterSeconds }
  }

  override headers(): Record<string, string> {
    return {
      'retry-after': String(this.state.retryAfterSeconds),
      'ratelimit-limit': String(this.state.limit),
      'ratelimit-remaining': String(this.state.remaining),
      'ratelimit-reset': String(this.state.retryAfterSeconds),
    }
  }
}

/** The server is overloaded, or another transaction locks the same rows; the caller may retry. */
export class Busy extends ApiError {
  override name = 'Busy'
  readonly status = 503
  readonly code = 'busy'

  constructor(message = 'The server is busy with other work on the same data; try again in a moment') {
    super(message)
  }

  override headers() {
    return { 'retry-after': '2' }
  }
}

/** The database is unreachable; the caller may retry. */
export class Unavailable extends ApiError {
  override name = 'Unavailable'
  readonly status = 503
  readonly code = 'unavailable'

  constructor(message = 'The server cannot reach its database; try again in a moment') {
    super(message)
  }

  override headers() {
    return { 'retry-after': '2' }
  }
}
