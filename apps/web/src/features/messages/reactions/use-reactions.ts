import type { Message } from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import { useSyncExternalStore } from 'react'
import { feedOf } from '../state/feed-store.ts'
import { displayedReactions } from '../state/optimistic-reactions.ts'

/** The reactions to show: what the server told, with what the viewer just did. */
export function useReactions(message: Message): Reactions {
  const feed = feedOf(message.space_id)
  const wishes = useSyncExternalStore(feed.subscribe, () => feed.state().optimisticReactions.get(message.id))
  return displayedReactions(message, wishes)
}
