import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import * as calls from './calls-repository.ts'
import * as repository from './repository.ts'

/** Switches the webhooks of a person's agents off; pending calls become dead letters, which the owner may resend. */
export async function endWebhooksOfOwner(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  ownerId: string,
  why: string,
): Promise<void> {
  for (const agentId of await repository.lockOn(tx, ownerId)) {
    await repository.markEnded(tx, agentId, why, new Date(clock.now()))
    await calls.giveUpAll(tx, agentId, why)
    await audit(tx, clock, {
      actorId: null,
      action: 'agent_webhook_ended',
      target: { type: 'agent', id: agentId },
      after: { why },
    })
  }
}
