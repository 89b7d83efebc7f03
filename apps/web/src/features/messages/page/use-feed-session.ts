import type { Message } from '@flockwork/contract/messages'
import { useCallback, useLayoutEffect, useRef, useState, type RefObject, useMemo } from 'react'
import { violationOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { withDraft } from '../../../storage/space-state.ts'
import { strings } from '../../../strings.ts'
import { useToast } from '../../../ui/toast-store.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { BoxOutcome, FeedActions } from '../context/feed-context.ts'
import { useSpaceMemory } from '../context/use-space-memory.ts'
import { COMPOSER_DRAFT, parseComposerDraft, serialiseComposerDraft } from '../drafts/composer-draft.ts'
import { replyDraft } from '../drafts/reply-drafts.ts'
import { useEditing } from '../editing/use-editing.ts'
import { useWindows, type Windows } from '../message/message-windows.tsx'
import { mayReact, useReact } from '../reactions/use-reactions.ts'
import type { Reading } from '../reading/use-reading.ts'
import { refusalReason } from '../sending/send-failure.ts'
import { useSend, type Send } from '../sending/use-send.ts'

export interface FeedSession {
  actions: FeedActions
  sender: Send
  /** The message that the composer replies to. */
  replyTo: Message | null
  /** The message whose reply box is open. */
  replyingTo: string | null
  /** The message whose sheet is open. */
  sheetFor: Message | null
  /** The message that is being edited. */
  editingId: string | null
  windows: Windows
  threads: ReadonlyMap<string, boolean>
  channel: string
  setChannel: (channel: string) => void
  cancelReply: () => void
  closeSheet: () => void
  /** Starts to edit the viewer's last message, if they may. */
  editLast: () => void
  sendFromComposer: (content: string) => void
  /** Sends a message that isn't from the composer. Settles when it is sent, queued or failed; never rejects. */
  post: (content: string) => Promise<unknown>
}

/** The state of a feed on screen: what is open, and what can be done. `spaceId`: of a space, or `DEMO_FEED`. */
export function useFeedSession(
  spaceId: string,
  reading: Reading,
  composer: RefObject<ComposerHandle | null>,
): FeedSession {
  const { spaceStates } = useServices()
  const sender = useSend(spaceId)
  const toast = useToast()
  const { read, update } = useSpaceMemory()
  const [replyTo, setReplyTo] = useState<Message | null>(null)
  const [replyingTo, setReplyingTo] = useState<string | null>(null)
  const [sheetFor, setSheetFor] = useState<Message | null>(null)
  const editing = useEditing(spaceId)
  const windows = useWindows()
  const react = useReact(spaceId)
  const [channel, setChannel] = useState(() => parseComposerDraft(read().drafts[COMPOSER_DRAFT]).channel)
  const [threads, setThreads] = useState<ReadonlyMap<string, boolean>>(
    () => new Map(read().expandedPosts.map((id) => [id, true])),
  )

  function setThreadOpen(rootId: string, isOpen: boolean) {
    setThreads((current) => new Map(current).set(rootId, isOpen))
    update((current) => {
      const others = current.expandedPosts.filter((id) => id !== rootId)
      return { ...current, expandedPosts: isOpen ? [...others, rootId] : others }
    })
  }

  async function reply(content: string, parent: Message, isFromBox = false) {
    const root = parent.thread_root_id ?? parent.id
    if (threads.get(root) === false) setThreadOpen(root, true)
    const outcome = await sender.send(content, { parent, isFromBox })
    const { reactionAdded, reported, replySent } = strings.messages
    if (outcome.kind === 'sent') {
      const done = content.trim() === '!flag' ? reported : reactionAdded
      toast({ title: outcome.isReaction ? done : replySent, tone: 'good' })
    }
    return outcome
  }

  /** A reply that fails stays in its box; if that was closed meanwhile, it stays in the feed. */
  async function replyFromBox(
    content: string,
    parent: Message,
    isBoxThere: () => boolean,
  ): Promise<BoxOutcome> {
    const outcome = await reply(content, parent, true)
    if (outcome.kind !== 'failed' || !isBoxThere()) return { isAccepted: true }
    sender.discard(outcome.clientId)
    const { error } = outcome
    return { isAccepted: false, violation: violationOf(error), reason: refusalReason(error) }
  }

  function startEdit(message: Message) {
    if (!editing.start(message)) return
    if (message.thread_root_id !== null) setThreadOpen(message.thread_root_id, true)
  }

  const actions = useStableActions({
    reply: (message) =>
      message.deleted_at === null && setReplyingTo((current) => (current === message.id ? null : message.id)),
    closeReply: (parentId) => setReplyingTo((current) => (current === parentId ? null : current)),
    replyInComposer: setReplyTo,
    openSheet: setSheetFor,
    react,
    openPicker: (message) => mayReact(message, navigator.onLine) && windows.show('picker', message),
    startEdit,
    endEdit: editing.end,
    open: windows.show,
    markRead: reading.markRead,
    watch: reading.watch,
    setThreadOpen,
    retry: (clientId) => void sender.retry(clientId),
    discard: (clientId) => void sender.discard(clientId),
    edit({ clientId, parentId, threadRootId, channel: to }) {
      const text = sender.discard(clientId)
      if (text === null) return
      if (parentId !== null) {
        const draft = replyDraft({ id: parentId, thread_root_id: threadRootId })
        spaceStates.saveOpenFields()
        update((current) => withDraft(current, draft, joined(current.drafts[draft], text)))
        if (threadRootId !== null) setThreadOpen(threadRootId, true)
        // an open box reads its draft only when it is mounted
        setReplyingTo(null)
        requestAnimationFrame(() => setReplyingTo(parentId))
        return
      }
      if (to !== null) setChannel(to)
      if (replyTo === null) return composer.current?.restore(text)
      update((current) => {
        const kept = parseComposerDraft(current.drafts[COMPOSER_DRAFT])
        const both = { channel: to ?? kept.channel, text: joined(kept.text, text) }
        return withDraft(current, COMPOSER_DRAFT, serialiseComposerDraft(both))
      })
      setReplyTo(null)
    },
    send: replyFromBox,
  })

  return {
    actions,
    sender,
    replyTo,
    replyingTo,
    sheetFor,
    editingId: editing.id,
    windows,
    editLast() {
      const last = editing.last()
      if (last) startEdit(last)
    },
    threads,
    channel,
    setChannel,
    post: (content) => sender.send(content, { channel }),
    cancelReply: useCallback(() => setReplyTo(null), []),
    closeSheet: useCallback(() => setSheetFor(null), []),
    sendFromComposer(content) {
      if (replyTo === null) return void sender.send(content, { channel })
      setReplyTo(null)
      void reply(content, replyTo)
    },
  }
}

/** An existing draft with a text below it: neither is lost. */
function joined(draft: string | undefined, text: string): string {
  return draft ? `${draft}\n${text}` : text
}

/** A stable object that delegates to the latest `actions`, so that rows don't re-render when these change. */
function useStableActions(actions: FeedActions): FeedActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      reply: (message) => latest.current.reply(message),
      closeReply: (parentId) => latest.current.closeReply(parentId),
      replyInComposer: (message) => latest.current.replyInComposer(message),
      openSheet: (message) => latest.current.openSheet(message),
      react: (message, emoji) => latest.current.react(message, emoji),
      openPicker: (message) => latest.current.openPicker(message),
      startEdit: (message) => latest.current.startEdit(message),
      endEdit: (messageId) => latest.current.endEdit(messageId),
      open: (window, message) => latest.current.open(window, message),
      markRead: (ids) => latest.current.markRead(ids),
      watch: (element, id) => latest.current.watch(element, id),
      setThreadOpen: (rootId, isOpen) => latest.current.setThreadOpen(rootId, isOpen),
      retry: (clientId) => latest.current.retry(clientId),
      edit: (send) => latest.current.edit(send),
      discard: (clientId) => latest.current.discard(clientId),
      send: (content, parent, isBoxThere) => latest.current.send(content, parent, isBoxThere),
    }),
    [],
  )
}
