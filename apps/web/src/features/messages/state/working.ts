/** Who is at work on a reply: from the server's events, or from the deliveries of the viewer's own message. */
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { Delivery, Message, WorkingAgent } from '@flockwork/contract/messages'
import type { Working } from './feed-state.ts'

export interface AtWork extends Omit<Working, 'since'> {
  /** Milliseconds since 1970. */
  readonly since: number
}

/** Converts what the server reports of an agent at work. */
export function workingOf(said: WorkingAgent): Working {
  return {
    agentId: said.agent_id,
    username: said.username,
    messageId: said.message_id,
    since: said.at,
    isStoppable: said.stoppable,
    text: said.text,
  }
}

/**
 * The agents at work on one of `messages`, a root and its replies.
 *
 * @param reported what events said of these messages
 */
export function atWork(messages: readonly Message[], reported: readonly Working[], now: number): AtWork[] {
  const byAgent = new Map<string, AtWork>()
  const isFresh = (since: number) => now - since < AGENT_WORKING_MAX_MS
  for (const message of messages) {
    for (const delivery of message.deliveries ?? []) {
      const { recipient, at } = delivery
      const since = Date.parse(at)
      if (!mayAnswer(delivery) || !isFresh(since)) continue
      const hasAnswered = messages.some(
        ({ author_id, seq }) => author_id === recipient.id && seq > message.seq,
      )
      if (hasAnswered) continue
      const { id: agentId, handle: username } = recipient
      byAgent.set(agentId, { agentId, username, messageId: message.id, since })
    }
  }
  for (const work of reported) {
    const since = Date.parse(work.since)
    if (isFresh(since)) byAgent.set(work.agentId, { ...work, since })
  }
  return [...byAgent.values()].toSorted((one, other) => one.since - other.since)
}

/** Whether the message's deliveries may show an agent at work. */
export function mayBeAtWork({ deliveries }: Message): boolean {
  return deliveries?.some(mayAnswer) ?? false
}

/** An agent that was assigned a task works on that, not on a reply. */
function mayAnswer({ recipient, state, task_id }: Delivery): boolean {
  return recipient.type === 'agent' && state === 'delivered' && task_id === null
}
