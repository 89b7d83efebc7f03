import type { Message } from '@flockwork/contract/messages'
import { useEffect, useRef } from 'react'
import { COMPOSER_DRAFT, parseComposerDraft, serialiseComposerDraft } from './composer-draft.ts'
import { replyDraft } from './reply-drafts.ts'
import { useDraft, type Draft } from './use-draft.ts'

interface Channel {
  readonly channel: string
  /** Called with the channel of a draft that was stored for another one, maybe in another tab. */
  readonly onChannel: (channel: string) => void
}

/** The draft of a message for `channel`, which is stored with it, or of a reply to `replyTo`. */
export function useComposerDraft(replyTo: Message | null, { channel, onChannel }: Channel): Draft {
  const draft = useDraft(replyTo ? replyDraft(replyTo) : COMPOSER_DRAFT)
  const stored = (text: string) => (replyTo ? text : serialiseComposerDraft({ text, channel }))
  const kept = replyTo ? { text: draft.text, channel } : parseComposerDraft(draft.text)

  const last = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = last.current === null
    const isChanged = last.current !== channel
    last.current = channel
    if (!isChanged || kept.channel === channel || kept.text.trim() === '') return
    if (isFirst) onChannel(kept.channel)
    // another channel was chosen for the text
    else draft.setText(stored(kept.text))
  })

  return {
    text: kept.text,
    setText: (typed) => draft.setText(stored(typed)),
    clear: draft.clear,
    clearIf: (sent) => draft.clearIf(stored(sent)),
  }
}
