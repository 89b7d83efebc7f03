import { useLayoutEffect, useMemo, useRef } from 'react'
import type { FeedActs } from './feed-context.ts'

/** The same object at every call, which always does what the last `acts` do: rows that hold it stay as drawn. */
export function useStableActs(acts: FeedActs): FeedActs {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  return useMemo(
    () => ({
      reply: (message) => latest.current.reply(message),
      closeReply: () => latest.current.closeReply(),
      replyInComposer: (message) => latest.current.replyInComposer(message),
      openSheet: (message) => latest.current.openSheet(message),
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
