import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { spaceActivity } from '../../strings/space-activity.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart, usePreload } from '../../ui/lazy-part.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { OutOfDate } from '../../ui/out-of-date.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { CurrentSpace } from './current-space.tsx'
import { Discover } from './discover.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { SpaceList } from './space-list.tsx'
import { useSpacesWithUnread } from './use-spaces.ts'

const words = strings.spaces
const CreateSpaceDialog = lazyPart(async () => (await import('./create-space-dialog.tsx')).CreateSpaceDialog)
const BringTeamDialog = lazyPart(async () => (await import('./bring-team-dialog.tsx')).BringTeamDialog)
const SpaceDialogs = lazyPart(async () => (await import('./space-dialogs.tsx')).SpaceDialogs)
const PRELOADED = [CreateSpaceDialog, SpaceDialogs]

/** The user's spaces, creating one and joining one. */
export function SpacesPage() {
  const { tab = 'mine' } = useSearch({ from: '/spaces' })
  const navigate = useNavigate()
  const { spaces, current, isLoading, error, refetch } = useSpacesWithUnread()
  const showsSkeleton = useSkeleton(isLoading)
  const [isCreating, setCreating] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isBringing, setBringing] = useState(false)
  const stopBringing = useCallback(() => setBringing(false), [])
  const stopCreating = useCallback(() => setCreating(false), [])
  const closeDialog = useCallback(() => setDialog(null), [])
  usePreload(PRELOADED)

  const isFailed = error !== null && !spaces
  const retry = () => void refetch()
  const outOfDate = error !== null && (
    <OutOfDate text={spaceActivity.outOfDate} onRetry={retry} className="mb-2" />
  )
  return (
    <div className="mx-auto max-w-280 px-4 py-6 md:px-6">
      <div className="relative">
        <div className="flex flex-wrap gap-2 max-md:mb-3 md:absolute md:-top-0.5 md:right-0 md:z-10">
          <Button onClick={() => setBringing(true)} className="max-md:flex-1">
            {spaceActivity.bringTeam}
          </Button>
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setCreating(true)}
            className="max-md:flex-1"
          >
            {words.create}
          </Button>
        </div>
        {showsSkeleton && <Waiting />}
        {!showsSkeleton && isFailed && (
          // below the buttons; the top margin of a child would move these, too
          <div className="py-6 md:pt-14">
            <LoadFailure text={words.failed} onRetry={retry} />
          </div>
        )}
        {!showsSkeleton && spaces && (
          <Tabs
            label={words.title}
            value={tab}
            onValueChange={(next) => void navigate({ to: '/spaces', search: { tab: next }, replace: true })}
            tabs={[
              {
                value: 'current',
                label: words.tabs.current,
                content: (
                  <>
                    {outOfDate}
                    <CurrentSpace space={current} onOpenDialog={setDialog} />
                  </>
                ),
              },
              {
                value: 'mine',
                label: words.tabs.mine,
                content: (
                  <>
                    {outOfDate}
                    <SpaceList spaces={spaces} onOpenDialog={setDialog} />
                  </>
                ),
              },
              { value: 'discover', label: words.tabs.discover, content: <Discover /> },
            ]}
          />
        )}
      </div>
      <CreateSpaceDialog
        when={isCreating}
        onLoadError={stopCreating}
        open={isCreating}
        onOpenChange={setCreating}
      />
      <BringTeamDialog
        when={isBringing}
        onLoadError={stopBringing}
        open={isBringing}
        onOpenChange={setBringing}
      />
      <SpaceDialogs when={dialog !== null} onLoadError={closeDialog} dialog={dialog} onClose={closeDialog} />
    </div>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-5 pt-14">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-9" />
            <Skeleton className="h-4 w-48" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
