import type { Message } from '@flockwork/contract/messages'
import { whyNotEdit } from '@flockwork/contract/policy/messages'
import { useCallback, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useViewer } from '../context/use-rights.ts'
import { orderedMessages } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'

interface Editing {
  /** The message that is being edited. */
  id: string | null
  /** @returns whether it may be edited; if so, it is being edited now */
  start: (message: Message) => boolean
  end: (messageId: string) => void
  /** The viewer's last message; undefined if none is loaded. */
  last: () => Message | undefined
}

/** Which message of a space is being edited: one at a time. */
export function useEditing(spaceId: string): Editing {
  const { tokens } = useServices()
  const viewer = useViewer()
  const [id, setId] = useState<string | null>(null)
  return {
    id,
    start(message) {
      const isAllowed =
        message.metadata.demo !== true && whyNotEdit(viewer, message, tokens.serverNow()) === null
      if (isAllowed) setId(message.id)
      return isAllowed
    },
    end: useCallback((messageId) => setId((current) => (current === messageId ? null : current)), []),
    last: () =>
      orderedMessages(feedOf(spaceId).state()).findLast(
        ({ author_id, deleted_at, is_task }) =>
          author_id === viewer.accountId && deleted_at === null && !is_task,
      ),
  }
}
