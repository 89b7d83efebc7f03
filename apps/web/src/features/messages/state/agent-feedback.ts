/** What reactions say about an agent's message (docs/rules/agents.md#feedback). */
import type { Message } from '@flockwork/contract/messages'

const UP = '👍'
const DOWN = '👎'

/** The message with its thumbs counted. */
export function withFeedback(message: Message): Message {
  if (message.author_type !== 'agent') return message
  const { [UP]: up = 0, [DOWN]: down = 0 } = message.reaction_counts
  return { ...message, agent_feedback_up: up, agent_feedback_down: down }
}

/** The owner's rating of the message after a reaction: 1, -1 or null. With both thumbs it is 1. */
export function ownerRating(
  { owner_rating: before, agent_owner }: Message,
  { actor, emoji, added }: { actor: { handle: string }; emoji: string; added: boolean },
): number | null {
  if (agent_owner === null || actor.handle !== agent_owner) return before
  const rating = emoji === UP ? 1 : emoji === DOWN ? -1 : null
  if (rating === null) return before
  if (added) return before === 1 ? 1 : rating
  return before === rating ? null : before
}
