/** Refusals that are about one agent. */
import { Forbidden, RateLimited, type LimitState } from './errors.ts'

/** A paused agent, or one that is deactivated. */
export class AgentDisabled extends Forbidden {
  override name = 'AgentDisabled'
  override readonly code = 'agent_disabled'
  /** Who paused it, as `disabled_by` of its control. */
  readonly by: readonly string[]

  constructor(why: string, by: readonly string[] = []) {
    super(why)
    this.by = by
  }

  override toBody() {
    return { detail: this.message, disabled_by: this.by }
  }
}

/** Another person's private agent. The body reveals only its owner. */
export class PrivateAgent extends Forbidden {
  override name = 'PrivateAgent'
  readonly owner: { handle: string; name: string } | null

  constructor(owner: { handle: string; name: string } | null) {
    super('This agent is marked private. Showing basic owner information only.')
    this.owner = owner
  }

  override toBody() {
    return { detail: { code: 'private_agent', message: this.message, owner: this.owner } }
  }
}

export class AgentLimitExceeded extends Forbidden {
  override name = 'AgentLimitExceeded'
  override readonly code = 'AGENT_LIMIT_EXCEEDED'

  constructor(limit: number) {
    super(`You have reached your limit of ${limit} agents`)
  }

  override toBody() {
    return { detail: this.message, title: 'Agent Limit Reached', message: this.message }
  }
}

/**
 * A limit of one agent: on what it may post, or on what one account may address to it (docs/rules/agents.md#limits).
 */
export class AgentLimited extends RateLimited {
  override name = 'AgentLimited'
  readonly agent: string

  constructor(agent: string, state: LimitState, message: string) {
    super(state, message)
    this.agent = agent
  }

  override toBody() {
    return { ...super.toBody(), scope: 'agent', key: `agent:${this.agent}` }
  }
}

/** The circuit breaker's pause of an agent (docs/rules/agents.md#circuit-breaker). It ends by itself. */
export class AgentBreakerOpen extends RateLimited {
  override name = 'AgentBreakerOpen'
  override readonly code = 'agent_circuit_breaker'
  readonly agent: string

  constructor(agent: string, retryAfterSeconds: number) {
    super({ limit: 0, remaining: 0, retryAfterSeconds }, `@${agent} is paused for ${retryAfterSeconds} s`)
    this.agent = agent
  }

  override toBody() {
    return { ...super.toBody(), type: this.code, key: `agent:${this.agent}` }
  }

  override headers() {
    return { 'retry-after': String(this.state.retryAfterSeconds) }
  }
}
