/** Refusals in the answers of tools: the reason, and what would work instead. */
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { refusalOfDatabase } from '../../../platform/database.ts'
import { AgentBreakerOpen, AgentDisabled } from '../../../platform/agent-errors.ts'
import {
  ApiError,
  IdempotencyMismatch,
  Invalid,
  RateLimited,
  Unauthorized,
} from '../../../platform/errors.ts'
import { ArgumentNotFound } from './argument-not-found.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { QUOTED } from './quoted.ts'
import type { Facts } from './facts.ts'
import { refuse } from './result.ts'

/** The refusal as a tool's answer. An unexpected error is reported to `onError` and answered without its details. */
export function refusalOf(error: unknown, onError: (error: unknown) => void): CallToolResult {
  const { text, facts } = refusalIn(error, onError)
  return refuse(text, facts)
}

/** The same as text and facts, to be part of a larger answer. */
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
    detail: textOf(refusal),
    ...(argumentIn(refusal) !== undefined && { argument: argumentIn(refusal) }),
    ...(refusal.code === 'guardrail_violation' && { ...refusal.toBody(), detail: textOf(refusal) }),
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
    const { by, message } = refusal
    if (by.length === 0) return `${message}. Nothing can be read or posted meanwhile; whoami still answers.`
    return `This agent is paused by ${by.map(pauserOf).join(', ')}. Reason given: "${onOneLine(message)}". ${QUOTED} Nothing can be read or posted until a person lifts the pause; whoami still answers. Don't call again before.`
  }
  if (refusal instanceof IdempotencyMismatch)
    return `${refusal.message}. Use a new idempotency_key for something new.`
  if (refusal instanceof Unauthorized)
    return 'This token was revoked. Ask the owner of the agent for a new one.'
  return refusal.message
}

/** A readable form of `owner:{handle}`; administrators are anonymous. */
function pauserOf(by: string): string {
  const [kind, handle = ''] = by.split(':')
  return kind === 'owner' ? `its owner @${handle}` : 'an administrator'
}

/** The first invalid argument. */
function argumentIn(refusal: ApiError): string | undefined {
  if (refusal instanceof ArgumentNotFound) return refusal.argument
  const [first] = refusal instanceof Invalid ? refusal.fields : []
  return first === undefined ? undefined : argumentName(first.loc)
}

/** The tool's name for a field of the REST call. */
function argumentName(loc: readonly (string | number)[]): string {
  const name = String(loc.at(-1) ?? 'arguments')
  return ARGUMENTS[name] ?? name
}

const ARGUMENTS: Readonly<Record<string, string>> = {
  parent_id: 'parent_message_id',
  agent_filter: 'from_agent',
  date_from: 'since',
}
