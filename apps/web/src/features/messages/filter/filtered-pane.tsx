import { useEffect, useMemo, useState } from 'react'
import type { Ref } from 'react'
import { filterWords as words } from '../../../strings/filter.ts'
import { announce } from '../../../ui/announce.ts'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { useFeedFacts } from '../context/feed-context.ts'
import { FeedSkeleton } from '../feed/feed-skeleton.tsx'
import { FeedList, type FeedListHandle } from '../feed/list/feed-list.tsx'
import { createScrollMemory } from '../feed/list/scroll-memory.ts'
import { createRowBuilder } from '../feed/rows/row-builder.ts'
import { NO_LOAD } from '../loading/use-load-history.ts'
import { FEED_MAX } from '../state/feed-state.ts'
import { topPending } from '../state/feed-view.ts'
import { parseFilter, type FilterState } from './filter-state.ts'
import type { FilterParams } from './filter-state.ts'
import { filteredRows } from './filtered-rows.ts'
import { NoMatches } from './no-matches.tsx'
import { useFiltered, type Filtered } from './use-filtered.ts'

interface Props {
  ref: Ref<FeedListHandle>
  params: FilterParams
  editedRow: string | null
  replyRow: string | null
  onClear: () => void
  onFocusStop: (id: string) => void
  onLeave: () => void
}

/** The filtered feed, in place of the whole one. */
export function FilteredPane(props: Props) {
  const key = JSON.stringify(props.params)
  // other parameters of the URL don't change the filter
  const filter = useMemo(() => parseFilter(JSON.parse(key) as FilterParams), [key])
  return <Pane key={key} {...props} filter={filter} />
}

function Pane({
  ref,
  filter,
  editedRow,
  replyRow,
  onClear,
  onFocusStop,
  onLeave,
}: Props & { filter: FilterState }) {
  const { spaceId, viewerId, activeId } = useFeedFacts()
  const filtered = useFiltered(spaceId, filter, viewerId)
  const { messages, isLoading, error, refetch, hasOlder, older } = filtered
  const [place] = useState(createScrollMemory)
  const rows = useRows(filtered)
  const isEmpty = rows.length === 0
  const isWaiting = useSkeleton(isLoading && isEmpty)
  useAnnounceCount(isLoading ? null : messages.length)

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {error && (
        <FailurePanel
          className="mx-4 my-3 md:mx-6"
          title={words.errorTitle}
          text={words.onlyAtHand}
          onRetry={() => void refetch()}
        />
      )}
      <div className="relative min-h-0 flex-1">
        {isWaiting && <FeedSkeleton />}
        {!isWaiting && !isLoading && isEmpty && <NoMatches onClear={onClear} />}
        {!isWaiting && !isEmpty && (
          <FeedList
            ref={ref}
            rows={rows}
            messages={messages}
            viewerId={viewerId}
            hasOlder={hasOlder}
            hasNewest
            missed={0}
            older={older}
            newer={NO_LOAD}
            beginning={beginningOf(filter, filtered)}
            scrollMemory={place}
            onJump={() => place.follower.scrollToEnd()}
            targetId={null}
            editedKey={editedRow}
            replyKey={replyRow}
            hasActive={activeId !== null}
            onFocusStop={onFocusStop}
            onLeave={onLeave}
          />
        )}
      </div>
    </div>
  )
}

function useRows({ state, messages, hasOlder }: Filtered) {
  const { viewerId, threads, replyingTo } = useFeedFacts()
  const [build] = useState(createRowBuilder)
  return useMemo(() => {
    const listed = filteredRows(state, messages, threads)
    return build({
      messages: listed,
      pending: topPending(state, listed, replyingTo),
      viewerId,
      divider: null,
      isFromBeginning: !hasOlder,
    })
  }, [build, state, messages, threads, replyingTo, viewerId, hasOlder])
}

function beginningOf({ query }: FilterState, { messages, totalFound }: Filtered): string {
  if (totalFound !== null) return words.bestOf(messages.length, totalFound)
  if (messages.length >= FEED_MAX) return words.full(FEED_MAX)
  return query === '' ? words.beginning : words.allFound
}

/** Announces how many messages match, once the server has answered. */
function useAnnounceCount(count: number | null): void {
  const [first, setFirst] = useState<number | null>(null)
  if (count !== null && first === null) setFirst(count)
  useEffect(() => {
    if (first !== null) announce(words.shown(first))
  }, [first])
}
