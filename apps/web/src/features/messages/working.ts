/** Who is at work on a reply: told by the server, or read from what became of one's own message. */
import type { Message } from '@flockwork/contract/messages'
import type { Working } from './feed-state.ts'

/** A delivery without an answer counts as work for so long (decisions 13.18). */
export const WORKING_MAX_MS = 5 * 60 * 1000

export interface AtWork {
  agentId: string
  username: string
  /** Milliseconds since 1970. */
  since: number
}

/**
 * The agents at work on one of `messages`, a root and its replies.
 *
 * @param told what the events said of these messages
 */
export function atWork(messages: readonly Message[], told: readonly Working[], now: number): AtWork[] {
  const byAgent = new Map<string, AtWork>()
  for (const message of messages) {
    for (const { recipient, state, at } of message.deliveries ?? []) {
      const since = Date.parse(at)
      const isFresh = now - since < WORKING_MAX_MS
      if (recipient.type !== 'agent' || state !== 'delivered' || !isFresh) continue
      const hasAnswered = messages.some(
        ({ author_id, seq }) => author_id === recipient.id && seq > message.seq,
      )
      if (!hasAnswered)
        byAgent.set(recipient.id, { agentId: recipient.id, username: recipient.handle, since })
    }
  }
  for (const { agentId, username, since } of told) {
    byAgent.set(agentId, { agentId, username, since: Date.parse(since) })
  }
  return [...byAgent.values()].toSorted((one, other) => one.since - other.since)
}

/** Whether a row has to look for work below it. */
export function mayBeAtWork({ deliveries }: Message): boolean {
  return (
    deliveries?.some(({ recipient, state }) => recipient.type === 'agent' && state === 'delivered') ?? false
  )
}
