import type { ChannelDetail } from '@flockwork/contract/channels'
import { useMemo, useState, useEffect, useEffectEvent, useRef } from 'react'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { filterWords as words } from '../../../strings/filter.ts'
import { CopyFailedDialog, type FailedCopy } from '../../../ui/copy-failed-dialog.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useCopy } from '../../../ui/use-copy.ts'
import { useNow } from '../../../ui/use-now.ts'
import { currentName } from '../channels/channel-names.ts'
import { useChannelDetails } from '../channels/use-channels.ts'
import { useFeedState } from '../loading/use-feed.ts'
import { feedOf } from '../state/feed-store.ts'
import { toPlainText } from './copied-text.ts'
import { FilterBar } from './filter-bar.tsx'
import { countAgents } from './filter-counts.ts'
import {
  type FilterParams,
  toFilterParams,
  parseFilter,
  isFiltering,
  withSelected,
  type FilterState,
} from './filter-state.ts'
import { loadedMessages } from './filtered-view.ts'
import { shownMessages } from './shown-messages.ts'

interface Props {
  spaceId: string
  /** The space's id, or `DEMO_FEED`. */
  feedId: string
  viewerId: string
  params: FilterParams
  /** A correction replaces the history entry instead of pushing one. */
  onFilter: (params: FilterParams, isCorrection?: boolean) => void
  /** False where times mean nothing, as in the demo. */
  hasTimeRange: boolean
}

/** The filter bar of the feed. The filter is in the URL, so that it can be shared. */
export function FeedFilter(props: Props) {
  const { tokens } = useServices()
  const { spaceId, feedId, viewerId, params, onFilter, hasTimeRange } = props
  const filter = useMemo(() => parseFilter(params, hasTimeRange), [params, hasTimeRange])
  const toast = useToast()
  const [failed, setFailed] = useState<FailedCopy | null>(null)
  const { copied, copy } = useCopy((reason, text) => {
    const { failedTitle, failed: description } = strings.clipboard
    toast({ title: failedTitle, description, tone: 'bad' })
    setFailed({ reason, text })
  })
  const change = (next: FilterState, isCorrection = false) =>
    onFilter(isFiltering(next) ? { space: spaceId, ...toFilterParams(next) } : {}, isCorrection)
  // replaced in the history: Back would lead to a name that no longer exists
  useRenamedChannels(spaceId, filter.selectedChannels, (names) =>
    change(withSelected(filter, 'selectedChannels', names), true),
  )

  function copyShown(last?: number) {
    const shown = shownMessages(feedOf(feedId).state(), filter, viewerId, tokens.serverNow())
    void copy(toPlainText(last === undefined ? shown : shown.slice(-last)))
  }

  return (
    <>
      <FilterBar
        spaceId={spaceId}
        feedId={feedId}
        filter={filter}
        onFilter={(next) => change(next)}
        hasTimeRange={hasTimeRange}
        copying={{ copied, copy: copyShown }}
        summary={<Summary feedId={feedId} viewerId={viewerId} filter={filter} />}
      />
      <CopyFailedDialog failed={failed} onClose={() => setFailed(null)} />
    </>
  )
}

/** How many of the loaded messages are shown. A separate component, because it re-renders with every message. */
function Summary({ feedId, viewerId, filter }: { feedId: string; viewerId: string; filter: FilterState }) {
  const state = useFeedState(feedId)
  const now = useNow()
  const shown = shownMessages(state, filter, viewerId, now)
  if (shown.length === 0) return null
  return (
    <p className="tabular px-1 text-xs whitespace-nowrap text-ink-3 max-xl:hidden">
      {words.summary(shown.length, loadedMessages(state).length, countAgents(shown))}
    </p>
  )
}

/** Calls `onRename` with the current names when one of these channels is renamed: a filter follows its channels. */
function useRenamedChannels(
  spaceId: string,
  names: readonly string[],
  onRename: (names: readonly string[]) => void,
): void {
  const { data } = useChannelDetails(spaceId)
  const before = useRef<readonly ChannelDetail[] | null>(null)
  const compare = useEffectEvent((details: readonly ChannelDetail[]) => {
    const next = names.map((name) => currentName(name, before.current, details) ?? name)
    before.current = details
    if (next.some((name, index) => name !== names[index])) onRename(next)
  })
  useEffect(() => {
    if (data) compare(data.details)
  }, [data])
}
