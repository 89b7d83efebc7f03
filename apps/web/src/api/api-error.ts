/** What a call fails with: an answer that refuses, or no answer at all. */
import type { FieldError } from '@flockwork/contract/errors'

/** The server answered and refused. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The parsed body; null when it wasn't JSON. */
  readonly body: unknown
  /** The stable code: `detail.code`, else `code`, else `error`; null when the body has none. */
  readonly code: string | null
  /** As the body has it: a sentence, a coded sentence or the list of wrong fields. */
  readonly detail: unknown
  readonly requestId: string | null
  /** On 429: after how many milliseconds the call may be made again. */
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

/** No answer: the network is gone, or the server is. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/**
 * There is no token to call with: none could be had, or the one at hand is another user's by now. It isn't tried again
 * by itself.
 */
export class AuthUnavailable extends Error {
  override name = 'AuthUnavailable'
  readonly code = 'auth_unavailable'
}

/** The server's own words about `error`, with what to do about it; or `fallback` when there are none to show. */
export function detailOf(error: unknown, fallback: string): string {
  const violation = violationOf(error)
  if (violation !== null) return `${violation.message} ${violation.suggestion}`
  return error instanceof ApiError ? (sentenceOf(error.detail) ?? fallback) : fallback
}

/** A message refused by the guardrails, with the words to show. */
export interface Violation {
  title: string
  message: string
  suggestion: string
  severity: string
  violationType: string | null
}

/** The violation that `error` reports; null when it is another kind of failure. */
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

/** The wrong fields of a 422 by the name of their field (the last word of `loc`), for forms. */
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
