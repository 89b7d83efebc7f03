import { useLayoutEffect, useMemo, useRef } from 'react'
import type { FeedActions } from '../context/feed-context.ts'

/** The same object at every call, which delegates to the latest `actions`: rows aren't rendered again for it. */
export function useStableActions(actions: FeedActions): FeedActions {
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
      endEdit: () => latest.current.endEdit(),
      confirmDelete: (message) => latest.current.confirmDelete(message),
      openHistory: (message) => latest.current.openHistory(message),
      markRead: (ids) => latest.current.markRead(ids),
      watch: (element, id) => latest.current.watch(element, id),
      setThreadOpen: (rootId, isOpen) => latest.current.setThreadOpen(rootId, isOpen),
      retry: (clientId) => latest.current.retry(clientId),
      edit: (send) => latest.current.edit(send),
      discard: (clientId) => latest.current.discard(clientId),
      send: (content, parent) => latest.current.send(content, parent),
    }),
    [],
  )
}
