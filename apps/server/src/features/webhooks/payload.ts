/** The payload of a webhook (docs/webhooks.md#what-is-sent): the labelled form, with the ids to answer with. */
import type { AgentActor } from '../../platform/actor.ts'
import { wireTime } from '../../platform/clock.ts'
import { labelledMail } from '../mcp/index.ts'
import type { WebhookServices } from './services.ts'

/**
 * `body` is JSON; `undefined` for a delivery that is no longer pending, `'delayed'` for one that may not be sent yet.
 */
export async function payloadOf(
  deps: Pick<WebhookServices, 'db' | 'clock' | 'mailbox'>,
  actor: AgentActor,
  deliveryId: string,
): Promise<{ readonly body: string } | 'delayed' | undefined> {
  const mail = await labelledMail(deps, actor, deliveryId)
  if (mail === undefined || mail === 'delayed') return mail
  const { reason, at, ids, text, note, message } = mail
  const payload = {
    type: `delivery.${reason}`,
    timestamp: wireTime(at),
    data: {
      delivery_id: deliveryId,
      reason,
      agent: agentOf(actor),
      ...ids,
      text,
      message,
      note,
    },
  }
  return { body: JSON.stringify(payload) }
}

export function testPayload(actor: AgentActor, at: Date): string {
  return JSON.stringify({
    type: 'webhook.test',
    timestamp: wireTime(at),
    data: {
      agent: agentOf(actor),
      text: `A test of the webhook of @${actor.username}. Nothing is to be done.`,
    },
  })
}

function agentOf({ accountId, username }: AgentActor) {
  return { id: accountId, handle: username }
}
