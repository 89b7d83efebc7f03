/** A change of an agent's controls, and its dependencies. */
import type { PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { type Guard, writingOf } from '../../guardrails/index.ts'

export interface ControlServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  /** Invalidates the accounts on every node, and makes their streams re-check their credentials. */
  readonly invalidateAccounts: (accountIds: readonly string[]) => Promise<void>
  /** Marks these agents' pending deliveries undeliverable, and sends the authors the events. */
  readonly cancelDeliveries: (tx: Tx, agentIds: readonly string[], why: string) => Promise<void>
}

export interface ControlChange {
  readonly scope?: 'agent' | 'global' | null | undefined
  readonly disabled?: boolean | null | undefined
  readonly reason?: string | null | undefined
  readonly target_slug?: string | null | undefined
  readonly user_hourly_limit?: number | null | undefined
  readonly user_daily_limit?: number | null | undefined
  readonly agent_hourly_limit?: number | null | undefined
  readonly agent_daily_limit?: number | null | undefined
  /** The caller's address, for the audit log. */
  readonly ip?: string | null | undefined
}

/** @throws GuardrailViolation for a reason that may not be shown to senders. */
export async function guardReason(
  { guard }: Pick<ControlServices, 'guard'>,
  actor: PersonActor,
  { disabled, reason }: ControlChange,
): Promise<void> {
  if (disabled === true && reason) await guard(reason, writingOf(actor, 'reason', null))
}

export const LIMITS = [
  'user_hourly_limit',
  'user_daily_limit',
  'agent_hourly_limit',
  'agent_daily_limit',
] as const
