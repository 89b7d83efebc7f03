/** One HTTP exchange with an agent: who calls, and whether the answer was written. */
import type { ServerResponse } from 'node:http'
import type { AgentActor } from '../../platform/actor.ts'
import { AgentDisabled } from '../../platform/errors.ts'
import type { Asked } from './body.ts'

export interface Call {
  readonly actor: AgentActor
  readonly asked: readonly Asked[]
  /**
   * Resolves once the exchange is over: true when a successful answer was written to the end, false when the
   * connection was lost before.
   */
  readonly answered: Promise<boolean>
  /** Looks the credential up again. @throws what a wait with it would meet now. */
  readonly recheck: () => Promise<void>
  /** The credential was taken away: whatever waits in this exchange ends. */
  readonly revoke: () => void
  /** Aborted by `revoke`. */
  readonly revoked: AbortSignal
}

export function startCall(
  response: ServerResponse,
  { actor, asked, recheck }: Pick<Call, 'actor' | 'asked' | 'recheck'>,
): Call {
  const answered = new Promise<boolean>((resolve) => {
    response.once('finish', () => resolve(response.statusCode < 400))
    response.once('close', () => resolve(false))
  })
  const revocation = new AbortController()
  const revoke = () => revocation.abort()
  return { actor, asked, recheck, answered, revoke, revoked: revocation.signal }
}

/** @throws AgentDisabled: what a person paused waits for nothing. */
export function requireUnpaused({ pausedWhy }: AgentActor): void {
  if (pausedWhy !== null) throw new AgentDisabled(pausedWhy)
}
