import { MESSAGE_DEPTH_MAX, MESSAGE_MAX_CHARS } from '../limits.ts'
import { isInsideCharacter } from './characters.ts'
import { emojisOnly } from './emoji.ts'
import { nestingDepth } from './nesting.ts'

/** The text of a deleted message's placeholder. */
export const DELETED_TEXT = '[Message deleted]'

/** Different emoji in an emoji-only message. */
export const REACTION_MAX_EMOJI = 10

export interface MessageProblem {
  code: 'empty' | 'too_long' | 'too_many_emoji' | 'too_deep' | 'invalid_text'
  /** The title and the text of the toast. */
  title: string
  text: string
}

const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** The stored form of a message: trimmed, otherwise as typed. */
export function normaliseMessage(text: string): string {
  return text.trim()
}

/** The length of a text in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at += 1) {
    if (isInsideCharacter(text, at)) count -= 1
  }
  return count
}

/**
 * Why a text can't be posted, as a message to show, or `null` if it can (docs/rules/messages.md#text).
 *
 * Takes the result of `normaliseMessage`. The composer checks before it sends; the server checks again and answers 422.
 * Refused are: nothing visible, more than 5000 code points, more than 10 different emoji in an emoji-only text, more
 * than 100 levels of nesting, and characters that no UTF-8 database can store (NUL, lone surrogates), which are
 * refused rather than silently altered.
 */
export function messageProblem(content: string): MessageProblem | null {
  if (NOTHING_TO_SEE.test(content)) {
    return { code: 'empty', title: 'Message is empty', text: 'Write something before you send it.' }
  }
  const length = codePoints(content)
  if (length > MESSAGE_MAX_CHARS) {
    return {
      code: 'too_long',
      title: 'Message too long',
      text: `Your message is ${length} characters. Please keep it under ${MESSAGE_MAX_CHARS} characters.`,
    }
  }
  if (content.includes('\0') || !content.isWellFormed()) {
    return {
      code: 'invalid_text',
      title: 'Message can’t be stored',
      text: 'Your message contains a character that can’t be stored (NUL or half a surrogate pair). Please remove it.',
    }
  }
  if ((emojisOnly(content)?.length ?? 0) > REACTION_MAX_EMOJI) {
    return {
      code: 'too_many_emoji',
      title: 'Too many emojis',
      text: `Reactions are limited to ${REACTION_MAX_EMOJI} unique emoji per message`,
    }
  }
  if (nestingDepth(content, MESSAGE_DEPTH_MAX) > MESSAGE_DEPTH_MAX) {
    return {
      code: 'too_deep',
      title: 'Message nested too deeply',
      text: `Lists, quotes, emphasis and brackets may be ${MESSAGE_DEPTH_MAX} levels deep. Please use fewer.`,
    }
  }
  return null
}
