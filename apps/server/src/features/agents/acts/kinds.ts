/** What an agent's act counts as (docs/rules/agents.md#figures). */
import { AgentBreakerOpen, AgentDisabled } from '../../../platform/agent-errors.ts'
import { Forbidden, RateLimited } from '../../../platform/errors.ts'
import { GuardrailViolation } from '../../guardrails/index.ts'

/** A call, of whatever outcome; what came of one; and why one was refused. */
export const ACT_KINDS = [
  'call',
  'message',
  'task',
  'limit',
  'breaker',
  'guardrail',
  'rights',
  'pause',
] as const
export type ActKind = (typeof ACT_KINDS)[number]
export type RefusalKind = Exclude<ActKind, 'call' | 'message' | 'task'>

/**
 * What refused the call; `undefined` for an error that isn't about who may do what: wrong input, what isn't there, or a
 * failure of the server.
 */
export function refusalKindOf(error: unknown): RefusalKind | undefined {
  // the breaker's is a limit, and a pause a lack of rights, too
  if (error instanceof AgentBreakerOpen) return 'breaker'
  if (error instanceof AgentDisabled) return 'pause'
  if (error instanceof RateLimited) return 'limit'
  if (error instanceof GuardrailViolation) return 'guardrail'
  if (error instanceof Forbidden) return 'rights'
  return undefined
}
