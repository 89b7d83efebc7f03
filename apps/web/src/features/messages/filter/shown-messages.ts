import type { Message } from '@flockwork/contract/messages'
import { orderedMessages, type FeedState } from '../state/feed-state.ts'
import { isFiltering, createMatcher, type FilterState } from './filter-state.ts'
import { filteredMessages } from './filtered-view.ts'

/**
 * The messages that the feed shows with this filter, oldest first; without a filter all that are loaded. What the
 * reader has written since the filter was set is shown, whether or not it matches.
 */
export function shownMessages(
  state: FeedState,
  filter: FilterState,
  viewerId: string,
  now: number,
): readonly Message[] {
  if (!isFiltering(filter)) return orderedMessages(state)
  const isSearch = filter.query !== ''
  // the server's results aren't filtered again: the local search differs from the server's
  const wasFound = isSearch && state.filteredView?.isLoaded === true
  const passes = createMatcher(wasFound ? { ...filter, query: '' } : filter, viewerId)
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
