import { normaliseMessage } from '@flockwork/contract/text/message-text'
import { reactionOf } from '@flockwork/contract/text/reactions'

/**
 * What a reply box sends. A reaction after the name that the box wrote by itself is a reaction all the same: it goes
 * without the name (docs/rules/messages.md#reactions).
 *
 * @param start what the box began with; empty for nothing
 */
export function replyContent(text: string, start: string): string {
  const rest = text.startsWith(start) ? text.slice(start.length) : text
  return normaliseMessage(reactionOf(rest) === null ? text : rest)
}
