/** What Enter in the composer leads to (docs/rules/messages.md#before-sending). Pure. */
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { normaliseMessage } from '@flockwork/contract/text/message-text'
import { reactionOf } from '@flockwork/contract/text/reactions'
import { parseTopics } from '@flockwork/contract/text/topics'
import type { SendingChoices } from './choices.ts'

/** Which of the two dialogs asks: whether Chirpy is meant, or whether a mention or a topic is missing. */
export type Question = 'guide' | 'mention_or_topic'

export interface SendingFacts extends SendingChoices {
  isReply: boolean
  isPersonal: boolean
  /** Chirpy is switched off: nothing is sent to it and nothing offers to. */
  isGuideOff: boolean
  /** A demo is on screen: nobody answers there, and nobody searches. */
  isDemo: boolean
}

export type Next =
  | { kind: 'send'; content: string }
  | { kind: 'ask'; question: Question }
  | { kind: 'help' }
  | { kind: 'demo' }

const HELP_COMMANDS = new Set(['?', '/?'])
const DEMO_COMMANDS = new Set(['/demo', '?demo'])

/** Blocks of Markdown that only begin a line: a name before them would take them apart. */
const BLOCK = /^(?:```|~~~|>|\||#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)/

/**
 * What becomes of a text that may be sent: `content` is what goes out, as it was typed or with Chirpy's name before it.
 * Texts that count as a reaction or a command are no messages: nobody asks about them and nothing is put before them.
 */
export function nextOf(text: string, facts: SendingFacts): Next {
  const content = normaliseMessage(text)
  const command = content.toLowerCase()
  if (HELP_COMMANDS.has(command)) return { kind: 'help' }
  if (facts.isReply) return { kind: 'send', content }
  if (DEMO_COMMANDS.has(command)) return { kind: 'demo' }
  if (facts.isDemo || reactionOf(content) !== null) return { kind: 'send', content }

  const hasGuide = facts.isPersonal && !facts.isGuideOff
  if (hasGuide && facts.guide === 'always') return { kind: 'send', content: toGuide(content) }
  if (parseMentions(content).length > 0 || parseTopics(content).length > 0) return { kind: 'send', content }
  if (hasGuide) return facts.guide === 'ask' ? { kind: 'ask', question: 'guide' } : { kind: 'send', content }
  return facts.asksForTopic ? { kind: 'ask', question: 'mention_or_topic' } : { kind: 'send', content }
}

/** The message as Chirpy hears it: with its name before it, unless that is in it already. */
export function toGuide(content: string): string {
  if (parseMentions(content).some(({ handle }) => handle === GUIDE_HANDLE)) return content
  return `@${GUIDE_HANDLE}${BLOCK.test(content) ? '\n\n' : ' '}${content}`
}

/** What a dialog's answer sends of the text that stands in the field by then; null when there is none any more. */
export function answered(text: string, isForGuide: boolean): string | null {
  const content = normaliseMessage(text)
  if (content === '') return null
  return isForGuide ? toGuide(content) : content
}
