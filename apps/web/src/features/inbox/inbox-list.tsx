import { isUnread } from '@flockwork/contract/policy/deliveries'
import { useEffect, useEffectEvent } from 'react'
import { inbox as words } from '../../strings/inbox.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { OutOfDate } from '../../ui/out-of-date.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { useSpaces } from '../spaces/index.ts'
import { InboxRow } from './inbox-row.tsx'
import { useInbox, type Inbox, type InboxTab } from './use-inbox.ts'

const SKELETONS = [0, 1, 2, 3, 4]

interface Props {
  tab: InboxTab
  /** Called when an unseen row is opened. */
  onOpen: (id: string) => void
}

/** One tab of the inbox, newest first. */
export function InboxList({ tab, onOpen }: Props) {
  const inbox = useInbox(tab)
  const spaces = useSpacesOf(inbox)
  const showsSkeleton = useSkeleton(inbox.isLoading)
  const { items, error, refetch } = inbox

  if (showsSkeleton) return <Waiting />
  if (items === undefined) {
    if (!error) return null
    return <LoadFailure text={words.failed} onRetry={refetch} className="my-6" />
  }
  return (
    <>
      {error && <OutOfDate text={words.outOfDate} onRetry={refetch} className="mb-2" />}
      {items.length === 0 && (
        <EmptyState scene="bare" title={words.noneUnread}>
          {words.noneUnreadText}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <InboxRow
              key={item.id}
              item={item}
              spaceName={spaces?.find(({ id }) => id === item.space_id)?.name}
              onOpen={() => {
                if (isUnread(item)) onOpen(item.id)
              }}
            />
          ))}
        </ul>
      )}
      <Older inbox={inbox} />
    </>
  )
}

/** The user's spaces; an unknown one, just joined in another browser, triggers a refetch. */
function useSpacesOf({ items }: Inbox) {
  const { spaces, refetch } = useSpaces()
  const ask = useEffectEvent(refetch)
  const isUnknown = items?.some((item) => spaces?.every(({ id }) => id !== item.space_id)) ?? false
  useEffect(() => {
    if (isUnknown) void ask()
  }, [isUnknown])
  return spaces
}

function Older({ inbox }: { inbox: Inbox }) {
  if (!inbox.hasMore) return null
  return (
    <div className="flex items-center justify-center gap-3 py-4">
      {inbox.isMoreFailed && <span className="text-sm text-rose">{words.loadOlderFailed}</span>}
      <Button size="chip" busy={inbox.isLoadingMore} onClick={inbox.loadMore}>
        {inbox.isMoreFailed ? strings.ui.tryAgain : words.loadOlder}
      </Button>
    </div>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-6 pt-4 pl-4">
        {SKELETONS.map((row) => (
          <div key={row} className="flex gap-3">
            <Skeleton className="size-9" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
