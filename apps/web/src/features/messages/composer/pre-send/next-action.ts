/** What Enter in the composer does (docs/rules/messages.md#before-sending). Pure. */
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { normaliseMessage } from '@flockwork/contract/text/message-text'
import { reactionOf } from '@flockwork/contract/text/reactions'
import { parseTopics } from '@flockwork/contract/text/topics'
import type { SendingChoices } from './choices.ts'
import type { Choice } from './last-answer.ts'

/** Which of the two dialogs to show: whether Chirpy is meant, or whether a mention or topic is missing. */
export type Question = 'guide' | 'mention_or_topic'

export interface SendingFacts extends SendingChoices {
  isReply: boolean
  isPersonal: boolean
  /** Chirpy is switched off. */
  isGuideOff: boolean
  /** A demo is on screen: nothing is asked. */
  isDemo: boolean
  /** The answer given in this space within the last day; null if there is none. */
  answered: Choice | null
}

export type NextAction =
  | { kind: 'send'; content: string }
  | { kind: 'ask'; question: Question }
  | { kind: 'help' }
  | { kind: 'demo' }

const HELP_COMMANDS = new Set(['?', '/?'])
const DEMO_COMMANDS = new Set(['/demo', '?demo'])

/** Markdown blocks, which must begin a line: a mention goes on a line before them. */
const BLOCK = /^(?:```|~~~|>|\||#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s)/

/**
 * The action for a text that may be sent; `content` is the text as it was typed, or with a mention of Chirpy before it.
 * Reactions and commands aren't messages: they are sent as they are, without a question.
 */
export function nextAction(text: string, facts: SendingFacts): NextAction {
  const content = normaliseMessage(text)
  const command = content.toLowerCase()
  if (HELP_COMMANDS.has(command)) return { kind: 'help' }
  if (facts.isReply) return { kind: 'send', content }
  if (DEMO_COMMANDS.has(command)) return { kind: 'demo' }
  if (facts.isDemo || reactionOf(content) !== null) return { kind: 'send', content }

  const hasGuide = facts.isPersonal && !facts.isGuideOff
  if (hasGuide && facts.guide === 'always') return { kind: 'send', content: addressedToGuide(content) }
  if (parseMentions(content).length > 0 || parseTopics(content).length > 0) return { kind: 'send', content }
  const wouldAsk = hasGuide ? facts.guide === 'ask' : facts.asksForTopic
  if (!wouldAsk) return { kind: 'send', content }
  if (facts.answered === null) return { kind: 'ask', question: hasGuide ? 'guide' : 'mention_or_topic' }
  const isForGuide = hasGuide && facts.answered === 'guide'
  return { kind: 'send', content: isForGuide ? addressedToGuide(content) : content }
}

/** The text with a mention of Chirpy before it, unless it has one. */
export function addressedToGuide(content: string): string {
  if (parseMentions(content).some(({ handle }) => handle === GUIDE_HANDLE)) return content
  return `@${GUIDE_HANDLE}${BLOCK.test(content) ? '\n\n' : ' '}${content}`
}

/** What to send of the text that is in the field when the dialog is answered; null if it is empty. */
export function contentToSend(text: string, isForGuide: boolean): string | null {
  const content = normaliseMessage(text)
  if (content === '') return null
  return isForGuide ? addressedToGuide(content) : content
}
