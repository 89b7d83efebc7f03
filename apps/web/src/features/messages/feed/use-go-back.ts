import { useEffect, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { firstSeq, orderedMessages } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import type { Feed } from '../loading/use-feed.ts'
import { loadAround } from '../loading/use-load-history.ts'
import { useFeedFacts } from '../context/feed-context.ts'
import { isSettled } from '../state/feed-view.ts'

/**
 * Loads the part of the history in which an earlier page left the feed, where that is older than what is held at first.
 * What is new goes before.
 *
 * @param isElsewhere something else says what to show
 * @returns whether it is on its way: the list has nothing to show yet
 */
export function useGoBack({ state, error }: Feed, isElsewhere: boolean): boolean {
  const services = useServices()
  const { spaceStates } = services
  const { spaceId, viewerId, isRead } = useFeedFacts()
  const [left] = useState(() => spaceStates.read(viewerId, spaceId).scrollPosition)
  const [isOver, setOver] = useState(isElsewhere || !navigator.onLine)
  const id = left?.id ?? null
  const first = firstSeq(state)
  const isOlder = left !== null && first !== null && left.seq < first
  const isGoing = !isOver && error === null && id !== null && isOlder && state.hasOlder
  const mayAsk = isGoing && isSettled(state)

  // once the list has shown something, nobody takes it elsewhere
  if (!isOver && !isGoing && first !== null) setOver(true)

  useEffect(() => {
    if (!mayAsk || id === null) return
    const over = () => setOver(true)
    const hasNew = orderedMessages(feedOf(spaceId).state()).some((message) => !isRead(message))
    // gone meanwhile, or out of reach: the end will do
    if (hasNew) over()
    else loadAround(services, spaceId, id).then(over, over)
  }, [services, mayAsk, id, spaceId, isRead])

  return isGoing
}
