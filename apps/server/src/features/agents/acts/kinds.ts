/** The kinds of counted agent actions (docs/rules/agents.md#figures). */
import { AgentBreakerOpen, AgentDisabled } from '../../../platform/agent-errors.ts'
import { Forbidden, RateLimited } from '../../../platform/errors.ts'
import { GuardrailViolation } from '../../guardrails/index.ts'

/** A call of any outcome, its effects, and reasons of a refusal. */
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
 * What refused the call; `undefined` for an error that isn't about permissions or limits: invalid input, something
 * missing, or a failure of the server.
 */
export function refusalKindOf(error: unknown): RefusalKind | undefined {
  // checked first: these two are also limits and missing permissions
  if (error instanceof AgentBreakerOpen) return 'breaker'
  if (error instanceof AgentDisabled) return 'pause'
  if (error instanceof RateLimited) return 'limit'
  if (error instanceof GuardrailViolation) return 'guardrail'
  if (error instanceof Forbidden) return 'rights'
  return undefined
}
