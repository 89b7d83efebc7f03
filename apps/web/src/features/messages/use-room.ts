import type { Message } from '@flockwork/contract/messages'
import { useCallback, useState } from 'react'
import type { RefObject } from 'react'
import { withDraft } from '../../storage/space-state.ts'
import { useToast } from '../../ui/toast-store.ts'
import { strings } from '../../strings.ts'
import type { ComposerHandle } from './composer.tsx'
import type { FeedActs } from './feed-context.ts'
import { COMPOSER_DRAFT, replyDraft } from './use-draft.ts'
import { useStableActs } from './use-feed-acts.ts'
import type { Reading } from './use-reading.ts'
import { useSend, type Send } from './use-send.ts'
import { useSpaceState } from './use-space-state.ts'

const DEFAULT_CHANNEL = 'main'

export interface Room {
  acts: FeedActs
  sender: Send
  /** What the composer answers. */
  replyTo: Message | null
  /** Whose reply box is open. */
  replyingTo: string | null
  /** Whose sheet is open. */
  sheetFor: Message | null
  threads: ReadonlyMap<string, boolean>
  channel: string
  setChannel: (channel: string) => void
  cancelReply: () => void
  closeSheet: () => void
  /** Sends what the composer holds. */
  sendFromComposer: (content: string) => void
}

/** What is open in the room, and what can be done in it. */
export function useRoom(spaceId: string, reading: Reading, composer: RefObject<ComposerHandle | null>): Room {
  const sender = useSend(spaceId)
  const toast = useToast()
  const { state, update } = useSpaceState()
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [replyingTo, setReplyingTo] = useState<string | null>(null)
  const [sheetFor, setSheetFor] = useState<Message | null>(null)
  const [channel, setChannel] = useState(DEFAULT_CHANNEL)
  const [threads, setThreads] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(state.expandedPosts.map((id) => [id, true])),
  )

  function setThreadOpen(rootId: string, isOpen: boolean) {
    setThreads((current) => new Map(current).set(rootId, isOpen))
    update((current) => {
      const others = current.expandedPosts.filter((id) => id !== rootId)
      return { ...current, expandedPosts: isOpen ? [...others, rootId] : others }
    })
  }

  async function reply(content: string, parent: Message) {
    const root = parent.thread_root_id ?? parent.id
    if (threads.get(root) === false) setThreadOpen(root, true)
    const outcome = await sender.send(content, { parent })
    if (outcome.kind === 'sent') toast({ title: strings.messages.replySent, tone: 'good' })
  }

  const acts = useStableActs({
    reply: (message) => setReplyingTo((current) => (current === message.id ? null : message.id)),
    closeReply: () => setReplyingTo(null),
    replyInComposer: setReplyTo,
    openSheet: setSheetFor,
    markRead: reading.markRead,
    watch: reading.watch,
    setThreadOpen,
    retry: (clientId) => void sender.retry(clientId),
    discard: (clientId) => void sender.discard(clientId),
    edit({ clientId, parentId, channel: to }) {
      const text = sender.discard(clientId)
      if (text === null) return
      if (parentId !== null) {
        update((current) => withDraft(current, replyDraft(parentId), text))
        setReplyingTo(parentId)
        return
      }
      if (to !== null) setChannel(to)
      if (replyTo === null) return composer.current?.restore(text)
      update((current) => {
        const draft = current.drafts[COMPOSER_DRAFT]
        return withDraft(current, COMPOSER_DRAFT, draft ? `${draft}\n${text}` : text)
      })
      setReplyTo(null)
    },
    send: (content, parent) => void reply(content, parent),
  })

  return {
    acts,
    sender,
    replyTo,
    replyingTo,
    sheetFor,
    threads,
    channel,
    setChannel,
    cancelReply: useCallback(() => setReplyTo(null), []),
    closeSheet: useCallback(() => setSheetFor(null), []),
    sendFromComposer(content) {
      if (replyTo === null) return void sender.send(content, { channel })
      setReplyTo(null)
      void reply(content, replyTo)
    },
  }
}
