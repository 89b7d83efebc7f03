/** The errors of a call: an error response, or no response at all. */
import type { FieldError } from '@flockwork/contract/errors'

/** The server responded with an error status. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The parsed body; null when it wasn't JSON. */
  readonly body: unknown
  /** The stable code: `detail.code`, else `code`, else `error`; null when the body has none. */
  readonly code: string | null
  /** As in the body: a sentence, a sentence with a code, or the list of invalid fields. */
  readonly detail: unknown
  readonly requestId: string | null
  /** On 429: the milliseconds until the call may be retried. */
  readonly retryAfterMs: number | null

  constructor(status: number, body: unknown, retryAfterMs: number | null = null) {
    const fields = asRecord(body)
    const detail = fields?.['detail']
    super(sentenceOf(detail) ?? `The server answered ${status}`)
    this.status = status
    this.body = body
    this.detail = detail
    this.code = text(asRecord(detail)?.['code']) ?? text(fields?.['code']) ?? text(fields?.['error'])
    this.requestId = text(fields?.['request_id'])
    this.retryAfterMs = retryAfterMs
  }
}

/** No response: the network or the server is down. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/**
 * There is no token to call with: none could be obtained, or the stored one is another user's by now. Such a call isn't
 * retried automatically.
 */
export class AuthUnavailable extends Error {
  override name = 'AuthUnavailable'
  readonly code = 'auth_unavailable'
}

/** The server's message about `error`, with its suggestion; `fallback` if there is no message to show. */
export function detailOf(error: unknown, fallback: string): string {
  const violation = violationOf(error)
  if (violation !== null) return `${violation.message} ${violation.suggestion}`
  return error instanceof ApiError ? (sentenceOf(error.detail) ?? fallback) : fallback
}

/** A message rejected by the guardrails, with the texts to show. */
export interface Violation {
  title: string
  message: string
  suggestion: string
  severity: string
  violationType: string | null
}

/** The violation that `error` reports; null for any other failure. */
export function violationOf(error: unknown): Violation | null {
  if (!(error instanceof ApiError) || error.status !== 400 || error.code !== 'guardrail_violation')
    return null
  const fields = asRecord(error.body) ?? {}
  return {
    title: text(fields['title']) ?? 'Content Blocked',
    message: text(fields['message']) ?? 'Your message has been blocked by security filters.',
    suggestion: text(fields['suggestion']) ?? 'Please review your message and try again.',
    severity: text(fields['severity']) ?? 'medium',
    violationType: text(fields['violation_type']),
  }
}

/** The invalid fields of a 422 by field name (the last part of `loc`), for forms. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.detail)) return {}
  const named = error.detail
    .filter(isFieldError)
    .map(({ loc, msg }) => [String(loc.at(-1) ?? ''), msg] as const)
  return Object.fromEntries(named.toReversed())
}

function sentenceOf(detail: unknown): string | null {
  if (typeof detail === 'string') return detail === '' ? null : detail
  if (!Array.isArray(detail)) return text(asRecord(detail)?.['message'])
  const sentences = detail.filter(isFieldError).map(({ msg }) => msg)
  return sentences.length > 0 ? sentences.join('. ') : null
}

function isFieldError(value: unknown): value is FieldError {
  const fields = asRecord(value)
  return typeof fields?.['msg'] === 'string' && Array.isArray(fields['loc'])
}

export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
