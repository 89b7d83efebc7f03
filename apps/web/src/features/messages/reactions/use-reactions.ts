import type { Message } from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import { useCallback, useSyncExternalStore } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { feedOf } from '../state/feed-store.ts'
import { DEMO_FEED } from '../state/keys.ts'
import { displayedReactions } from '../state/optimistic-reactions.ts'
import { reactorOf } from './reactors.ts'

const words = strings.messages

/** The reactions to display, the viewer's optimistic ones included. */
export function useReactions(message: Message): Reactions {
  const feed = feedOf(message.space_id)
  const optimistic = useSyncExternalStore(feed.subscribe, () =>
    feed.state().optimisticReactions.get(message.id),
  )
  return displayedReactions(message, optimistic)
}

/** Toggles a reaction; if that fails, it is undone and a toast says so. */
export function useReact(spaceId: string): (message: Message, emoji: string) => void {
  const services = useServices()
  const toast = useToast()
  return useCallback(
    ({ id }: Message, emoji: string) => {
      const onReported = () => toast({ title: words.reported, description: words.reportedText, tone: 'good' })
      const onFailure = (error: unknown) =>
        toast({
          title: words.reactionFailed,
          description: detailOf(error, words.reactionFailedText),
          tone: 'bad',
        })
      reactorOf(services, spaceId, { onFailure, onReported }).toggle(id, emoji)
    },
    [services, spaceId, toast],
  )
}

/** Whether reactions can be added now: offline only in a demo, where they are local. */
export function mayReact({ space_id, deleted_at }: Message, isOnline: boolean): boolean {
  return deleted_at === null && (isOnline || space_id === DEMO_FEED)
}

export function useMayReact(message: Message): boolean {
  return mayReact(message, useOnline())
}
