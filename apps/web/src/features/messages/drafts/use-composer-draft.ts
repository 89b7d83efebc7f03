import type { Message } from '@flockwork/contract/messages'
import { useEffect } from 'react'
import { COMPOSER_DRAFT, parseComposerDraft, serialiseComposerDraft } from './composer-draft.ts'
import { replyDraft } from './reply-drafts.ts'
import { useDraft, type Draft } from './use-draft.ts'

/** The draft of a message for `channel`, which is stored with it, or of a reply to `replyTo`. */
export function useComposerDraft(replyTo: Message | null, channel: string): Draft {
  const draft = useDraft(replyTo ? replyDraft(replyTo) : COMPOSER_DRAFT)
  const stored = (text: string) => (replyTo ? text : serialiseComposerDraft({ text, channel }))
  const text = replyTo ? draft.text : parseComposerDraft(draft.text).text

  // another channel was chosen for the text
  const next = stored(text)
  useEffect(() => {
    if (draft.text !== next) draft.setText(next)
  })

  return {
    text,
    setText: (typed) => draft.setText(stored(typed)),
    clear: draft.clear,
    clearIf: (sent) => draft.clearIf(stored(sent)),
  }
}
