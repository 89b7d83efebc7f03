/** Refusals in the answers of tools: the reason, and what would work instead. */
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { refusalOfDatabase } from '../../../platform/database.ts'
import {
  AgentBreakerOpen,
  AgentDisabled,
  ApiError,
  IdempotencyMismatch,
  Invalid,
  RateLimited,
  Unauthorized,
} from '../../../platform/errors.ts'
import { onOneLine } from './one-line.ts'
import { refuse, type Facts } from './result.ts'

/** The refusal as a tool's answer. An unexpected error is reported to `onError` and answered without its details. */
export function refusalOf(error: unknown, onError: (error: unknown) => void): CallToolResult {
  const { text, facts } = refusalIn(error, onError)
  return refuse(text, facts)
}

/** The same as text and facts, for an answer that says more. */
export function refusalIn(
  error: unknown,
  onError: (error: unknown) => void,
): { readonly text: string; readonly facts: Facts } {
  const refusal = refusalOfDatabase(error) ?? error
  if (!(refusal instanceof ApiError)) {
    onError(error)
    return { text: UNEXPECTED, facts: { error: 'internal_error' } }
  }
  const retryAfter = refusal instanceof RateLimited ? refusal.state.retryAfterSeconds : undefined
  const facts = {
    error: refusal.code,
    detail: refusal.message,
    ...(refusal.code === 'guardrail_violation' && refusal.toBody()),
    ...(refusal instanceof AgentDisabled && { disabled_by: refusal.by }),
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
  }
  return { text: textOf(refusal), facts }
}

/** The refusal of a prompt or a resource, which is an error of the protocol. */
export function protocolErrorOf(error: unknown, onError: (error: unknown) => void): ProtocolError {
  const refusal = refusalOfDatabase(error) ?? error
  if (refusal instanceof ApiError) {
    const code = refusal.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    return new ProtocolError(code, textOf(refusal), { error: refusal.code })
  }
  onError(error)
  return new ProtocolError(ProtocolErrorCode.InternalError, UNEXPECTED)
}

const UNEXPECTED = 'Something went wrong on the server. Try again in a moment.'

function textOf(refusal: ApiError): string {
  if (refusal instanceof Invalid) {
    return refusal.fields.map(({ loc, msg }) => `${argumentName(loc)}: ${msg}`).join('\n')
  }
  if (refusal.code === 'guardrail_violation') {
    return `Not stored. ${refusal.message} ${String(refusal.toBody()['suggestion'])}`
  }
  if (refusal instanceof AgentBreakerOpen) {
    const seconds = refusal.state.retryAfterSeconds
    return `Paused for ${seconds} s after repeated errors or a loop between agents. Try again in ${seconds} s; reading still works.`
  }
  if (refusal instanceof RateLimited) {
    return `${refusal.message}. Try again in ${refusal.state.retryAfterSeconds} s.`
  }
  if (refusal instanceof AgentDisabled) {
    return `${onOneLine(refusal.message)}. Nothing can be read or posted until a person lifts the pause; whoami still answers.`
  }
  if (refusal instanceof IdempotencyMismatch)
    return `${refusal.message}. Use a new idempotency_key for a new message.`
  if (refusal instanceof Unauthorized)
    return 'This token was revoked. Ask the owner of the agent for a new one.'
  return refusal.message
}

/** The tool's name for the argument; the REST call's fields have other names. */
function argumentName(loc: readonly (string | number)[]): string {
  const name = String(loc.at(-1) ?? 'arguments')
  return ARGUMENTS[name] ?? name
}

const ARGUMENTS: Readonly<Record<string, string>> = {
  parent_id: 'parent_message_id',
  agent_filter: 'from_agent',
  date_from: 'since',
}
