import type { Message } from '@flockwork/contract/messages'
import { orderedMessages, type FeedState } from '../state/feed-state.ts'
import { filteredMessages } from './filtered-view.ts'
import { isFiltering, passesFor, type FilterState } from './filter-state.ts'

/**
 * What the feed shows with these filters, oldest first: all that is held without any. What the reader wrote since the
 * filter was set stays in sight, whether or not it passes.
 */
export function shownMessages(
  state: FeedState,
  filter: FilterState,
  viewerId: string,
  now: number,
): readonly Message[] {
  if (!isFiltering(filter)) return orderedMessages(state)
  const isSearch = filter.query !== ''
  // what the server found was found, whatever its words
  const wasFound = isSearch && state.filteredView?.isLoaded === true
  const passes = passesFor(wasFound ? { ...filter, query: '' } : filter, viewerId)
  const since = state.filteredView?.sinceSeq ?? Number.POSITIVE_INFINITY
  return filteredMessages(
    state,
    (message) => {
      if (message.author_id === viewerId && message.seq > since) return true
      return passes(message, now) && !(wasFound && message.deleted_at !== null)
    },
    !isSearch,
  )
}
