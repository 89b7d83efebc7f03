import { useEffect, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useFeedFacts } from '../context/feed-context.ts'
import type { Feed } from '../loading/use-feed.ts'
import { loadAround } from '../loading/use-load-history.ts'
import { firstSeq, orderedMessages } from '../state/feed-state.ts'
import { feedOf } from '../state/feed-store.ts'
import { isSettled } from '../state/feed-view.ts'

/**
 * Loads the part of the history where an earlier page left the feed, if that is older than what is loaded at first and
 * nothing is new.
 *
 * @param isElsewhere something else decides what to show
 * @returns whether it is loading: the list has nothing to show yet
 */
export function useRestoreHistory({ state, error }: Feed, isElsewhere: boolean): boolean {
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

  // once the list has shown something, it stays there
  if (!isOver && !isGoing && first !== null) setOver(true)

  useEffect(() => {
    if (!mayAsk || id === null) return
    const finish = () => setOver(true)
    const hasNew = orderedMessages(feedOf(spaceId).state()).some((message) => !isRead(message))
    // if the message is gone or can't be loaded, the end is shown
    if (hasNew) finish()
    else loadAround(services, spaceId, id).then(finish, finish)
  }, [services, mayAsk, id, spaceId, isRead])

  return isGoing
}
