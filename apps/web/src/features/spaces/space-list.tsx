import { isActiveNow } from '@flockwork/contract/policy/activity'
import type { Space } from '@flockwork/contract/spaces'
import { useNavigate } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { spaceActivity as activityWords } from '../../strings/space-activity.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SlotsLine } from './slots-line.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { inOrder } from './space-facts.ts'
import { SpaceRow } from './space-row.tsx'
import { ReportCount } from './report-count.tsx'
import { SpaceRowActions } from './space-row-actions.tsx'
import { useActiveOnly } from './use-active-only.ts'
import { useSwitchSpace } from './use-switch-space.ts'

const words = strings.spaces

interface Props {
  spaces: readonly Space[]
  onOpenDialog: (dialog: OpenDialog) => void
}

/** The user's spaces, one row each. */
export function SpaceList({ spaces, onOpenDialog }: Props) {
  const { profile, spaceId } = useSignedIn()
  const switchSpace = useSwitchSpace()
  const navigate = useNavigate()
  const [isActiveOnly, setActiveOnly] = useActiveOnly()

  if (spaces.length === 0) {
    return (
      <EmptyState scene="bare" title={words.noneTitle}>
        {words.noneText}
      </EmptyState>
    )
  }

  function open(space: Space) {
    if (space.id === spaceId) void navigate({ to: '/home' })
    else switchSpace.mutate(space.id)
  }

  const shown = isActiveOnly
    ? spaces.filter(({ activity }) => activity !== null && isActiveNow(activity))
    : spaces
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Chip
          icon={<Activity size={15} aria-hidden="true" />}
          isOn={isActiveOnly}
          aria-pressed={isActiveOnly}
          onClick={() => setActiveOnly(!isActiveOnly)}
        >
          {activityWords.activeNow}
        </Chip>
        <SlotsLine />
      </div>
      {shown.length === 0 && (
        <EmptyState
          scene="quiet"
          title={activityWords.noneActive}
          action={<Button onClick={() => setActiveOnly(false)}>{activityWords.showAll}</Button>}
        >
          {activityWords.noneActiveText}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ul aria-label={words.tabs.mine}>
          {inOrder(shown, spaceId).map((space) => (
            <SpaceRow
              key={space.id}
              space={space}
              isCurrent={space.id === spaceId}
              isOwner={space.created_by === profile.id}
            >
              <ReportCount space={space} onOpenDialog={onOpenDialog} />
              <Button
                size="chip"
                busy={switchSpace.isPending && switchSpace.variables === space.id}
                aria-label={words.openLabel(space.name)}
                onClick={() => open(space)}
              >
                {words.open}
              </Button>
              <SpaceRowActions space={space} onOpenDialog={onOpenDialog} />
            </SpaceRow>
          ))}
        </ul>
      )}
    </>
  )
}
