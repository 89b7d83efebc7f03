import { normaliseMessage } from '@flockwork/contract/text/message-text'
import { reactionOf } from '@flockwork/contract/text/reactions'

/**
 * What a reply box sends. A reaction after the mention that the box inserted is still a reaction: it is sent without
 * the mention (docs/rules/messages.md#reactions).
 *
 * @param start the mention that the box inserted; empty for none
 */
export function replyContent(text: string, start: string): string {
  const rest = text.startsWith(start) ? text.slice(start.length) : text
  return normaliseMessage(reactionOf(rest) === null ? text : rest)
}
