/** The browser notification of a mention, and whether there is one. */
import type { EventData } from '@flockwork/contract/events'
import { strings } from '../../strings.ts'
import { plainText } from '../../ui/plain-text.ts'

const BODY_MAX_CHARS = 100

export interface MentionNotice {
  readonly messageId: string
  readonly title: string
  readonly body: string
  /** The same in every tab, so that the browser shows one notification for all of them. */
  readonly tag: string
}

/** The notice of a mention of `viewerId`; null for another's mention and for the viewer's own message. */
export function noticeOf(
  { message, mentioned }: Pick<EventData<'mention'>, 'message' | 'mentioned'>,
  viewerId: string,
): MentionNotice | null {
  const isForViewer = mentioned.type === 'user' && mentioned.id === viewerId
  if (!isForViewer || message.author_id === viewerId || message.deleted_at !== null) return null
  return {
    messageId: message.id,
    title: strings.shell.mentionedYou(message.username),
    body: [...plainText(message.content)].slice(0, BODY_MAX_CHARS).join(''),
    tag: message.id,
  }
}
