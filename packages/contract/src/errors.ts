/** The stable error codes (`error` in every error body) and the shapes of the bodies. */
import * as z from 'zod/mini'

export const ERROR_CODES = [
  'already_done',
  'agent_circuit_breaker',
  'agent_disabled',
  'AGENT_LIMIT_EXCEEDED',
  'bad_host',
  'bad_origin',
  'busy',
  'conflict',
  'forbidden',
  'guardrail_violation',
  'guardrails_unavailable',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'insufficient_scope',
  'internal_error',
  'not_found',
  'not_utf8',
  'ORG_CONTEXT_CHANGED',
  'LIMIT_REACHED',
  'payload_too_large',
  'rate_limited',
  'reauthentication_required',
  'setup_code_required',
  'too_deep',
  'unauthorized',
  'unavailable',
  'unsupported_media_type',
  'validation_error',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** An invalid field: its location, what is expected, and the kind of error. */
export const FieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
})
export type FieldError = z.infer<typeof FieldError>

/** Every error: `detail` is a message, a coded message, or the list of invalid fields. */
export const ErrorBody = z.object({
  error: z.string(),
  detail: z.union([
    z.string(),
    z.looseObject({ code: z.string(), message: z.optional(z.string()) }),
    z.array(FieldError),
    z.looseObject({}),
  ]),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
