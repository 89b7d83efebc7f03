/** The composer's draft as it is stored: with its channel, or the text alone if that is the home channel. Pure. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'

/** The key of the composer's draft. */
export const COMPOSER_DRAFT = 'composer'

export interface ComposerDraft {
  readonly text: string
  readonly channel: string
}

export function parseComposerDraft(stored = ''): ComposerDraft {
  return withChannel(stored) ?? { text: stored, channel: HOME_CHANNEL }
}

export function serialiseComposerDraft({ text, channel }: ComposerDraft): string {
  // nothing to keep a channel for
  if (text.trim() === '') return text
  // a text that reads like a stored draft is stored with its channel, too
  const isTextAlone = channel === HOME_CHANNEL && withChannel(text) === null
  return isTextAlone ? text : JSON.stringify({ channel, text })
}

/** A stored draft of a message, a reply or an edit as text, by its key. */
export function messageDraftText(key: string, stored: string): string {
  return key === COMPOSER_DRAFT ? parseComposerDraft(stored).text : stored
}

function withChannel(stored: string): ComposerDraft | null {
  if (!stored.startsWith('{')) return null
  try {
    const { channel, text } = JSON.parse(stored) as Partial<Record<keyof ComposerDraft, unknown>>
    return typeof channel === 'string' && typeof text === 'string' ? { channel, text } : null
  } catch {
    return null
  }
}
