/** One HTTP exchange with an agent: who calls, and whether the answer was written. */
import type { ServerResponse } from 'node:http'
import type { AgentActor } from '../../platform/actor.ts'
import type { McpRequest } from './body.ts'

export interface Call {
  readonly actor: AgentActor
  /** What the exchange requests, in the order of its messages. */
  readonly requests: readonly McpRequest[]
  /**
   * Resolves once the exchange is over: true when a successful answer was written to the end, false when the
   * connection was lost before.
   */
  readonly answered: Promise<boolean>
  /** Checks the credential again. @throws whatever refuses it by now; AgentDisabled. */
  readonly recheck: () => Promise<void>
  /** Ends whatever waits in this exchange, because the credential was revoked. */
  readonly revoke: () => void
  /** Aborted by `revoke`. */
  readonly revoked: AbortSignal
}

export function startCall(
  response: ServerResponse,
  { actor, requests, recheck }: Pick<Call, 'actor' | 'requests' | 'recheck'>,
): Call {
  const answered = new Promise<boolean>((resolve) => {
    response.once('finish', () => resolve(response.statusCode < 400))
    response.once('close', () => resolve(false))
  })
  const revocation = new AbortController()
  const revoke = () => revocation.abort()
  return { actor, requests, recheck, answered, revoke, revoked: revocation.signal }
}
