import { whyNotChangeMembers } from '@flockwork/contract/policy/spaces'
import type { Member, Space } from '@flockwork/contract/spaces'
import { useState } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { runningSpaces } from '../../strings/running-spaces.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { MemberRow, type MemberActs } from './member-row.tsx'
import type { SpaceDialogProps } from './space-dialog.ts'
import { useChangeMembers, type MemberChange } from './use-change-members.ts'
import { useMembers } from './use-members.ts'

const words = { ...strings.spaces, ...runningSpaces }

/** Members: the people of a space, and the admins' actions on them. */
export function MembersDialog({ space, open, onOpenChange }: SpaceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={runningSpaces.membersOf(space.name)}
      description={words.memberCount(space.member_count)}
      size="md"
    >
      <MemberList space={space} />
    </Dialog>
  )
}

/** A separate component, so that nothing is fetched before the dialog opens. */
function MemberList({ space }: { space: Space }) {
  const { members, isLoading, error, retry, ...more } = useMembers(space.id)
  const { profile } = useSignedIn()
  const showsSkeleton = useSkeleton(isLoading)
  const change = useChangeMembers(space)
  /** The action to confirm. */
  const [asked, setAsked] = useState<MemberChange | null>(null)

  if (showsSkeleton) return <Waiting />
  if (error && !members)
    return <LoadFailure text={runningSpaces.membersFailed} onRetry={retry} className="my-4" />
  if (!members) return <div className="h-20" />
  if (members.length === 0) return <p className="py-4 text-base text-ink-3">{words.noMembers}</p>

  const acts: MemberActs | null =
    whyNotChangeMembers(space) === null && !space.is_personal
      ? {
          changeRole(member, role) {
            const wanted = { kind: 'role', member, role } as const
            if (member.user_id === profile.id) ask(wanted)
            else change.run(wanted)
          },
          remove: (member) => ask({ kind: 'remove', member }),
        }
      : null

  function ask(wanted: MemberChange) {
    change.dismiss()
    setAsked(wanted)
  }

  return (
    <>
      <FailureNote message={change.failure} />
      <ul>
        {members.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            isYou={member.user_id === profile.id}
            acts={acts}
            isBusy={change.busyId === member.user_id}
          />
        ))}
      </ul>
      {more.hasMore && (
        <div className="flex flex-wrap items-center justify-center gap-3 py-3">
          {more.isMoreFailed && <span className="text-sm text-rose">{runningSpaces.moreMembersFailed}</span>}
          <Button size="chip" busy={more.isLoadingMore} onClick={more.loadMore}>
            {more.isMoreFailed ? strings.ui.tryAgain : runningSpaces.moreMembers}
          </Button>
        </div>
      )}
      <Ask
        asked={asked}
        space={space}
        isBusy={change.busyId !== null}
        onConfirm={(wanted) => {
          change.run(wanted)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

interface AskProps {
  asked: MemberChange | null
  space: Space
  isBusy: boolean
  onConfirm: (change: MemberChange) => void
  onClose: () => void
}

/** The text stays during the closing animation. */
function Ask({ asked, space, isBusy, onConfirm, onClose }: AskProps) {
  const [last, setLast] = useState<{ change: MemberChange } | null>(null)
  if (asked && last?.change !== asked) setLast({ change: asked })
  const shown = asked ?? last?.change
  if (!shown) return null
  const { username, agent_count }: Member = shown.member
  const isRemoval = shown.kind === 'remove'
  return (
    <ConfirmDialog
      open={asked !== null}
      title={isRemoval ? runningSpaces.removeTitle(username, space.name) : runningSpaces.stepDownTitle}
      text={
        isRemoval ? runningSpaces.removeText(username, agent_count) : runningSpaces.stepDownText(space.name)
      }
      act={isRemoval ? runningSpaces.removeAct : runningSpaces.makeMember}
      acting={isRemoval ? runningSpaces.removing : runningSpaces.steppingDown}
      busy={isBusy}
      tone="danger"
      onConfirm={() => onConfirm(shown)}
      onClose={onClose}
    />
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loadingMembers}>
      <div className="flex flex-col gap-4 py-2">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-full" />
            <Skeleton className="h-4 w-40" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
