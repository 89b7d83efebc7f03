import type { Member, Space } from '@flockwork/contract/spaces'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { useMembers } from './use-members.ts'

const words = strings.spaces

interface Props {
  space: Space
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Members: the people of a space. */
export function MembersDialog({ space, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.membersOf(space.name)}
      description={words.memberCount(space.member_count)}
      size="md"
    >
      <MemberList spaceId={space.id} />
    </Dialog>
  )
}

/** A separate component, so that nothing is fetched before the dialog opens. */
function MemberList({ spaceId }: { spaceId: string }) {
  const { members, isLoading, error, retry, ...more } = useMembers(spaceId)
  const { profile } = useSignedIn()
  const showsSkeleton = useSkeleton(isLoading)

  if (showsSkeleton) return <Waiting />
  if (error && !members) return <LoadFailure text={words.membersFailed} onRetry={retry} className="py-4" />
  if (!members) return <div className="h-20" />
  if (members.length === 0) return <p className="py-4 text-base text-ink-3">{words.noMembers}</p>
  return (
    <>
      <ul>
        {members.map((member) => (
          <MemberRow key={member.user_id} member={member} isYou={member.user_id === profile.id} />
        ))}
      </ul>
      {more.hasMore && (
        <div className="flex flex-wrap items-center justify-center gap-3 py-3">
          {more.isMoreFailed && <span className="text-sm text-rose">{words.moreMembersFailed}</span>}
          <Button size="chip" busy={more.isLoadingMore} onClick={more.loadMore}>
            {more.isMoreFailed ? strings.ui.tryAgain : words.moreMembers}
          </Button>
        </div>
      )}
    </>
  )
}

function MemberRow({ member, isYou }: { member: Member; isYou: boolean }) {
  const { username, full_name, role, joined_at, agent_count } = member
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <Avatar username={username} kind="person" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate text-base font-semibold">{username}</span>
          {isYou && <span className="text-sm text-ink-3">{words.you}</span>}
          {role === 'admin' && <Badge tone="spruce">{words.roles.admin}</Badge>}
        </p>
        <p className="truncate text-sm text-ink-3">
          {full_name && `${full_name} · `}
          {words.joined} <RelativeTime at={joined_at} />
        </p>
      </div>
      {agent_count > 0 && (
        <p className="tabular shrink-0 text-sm text-ink-3">{words.agentCount(agent_count)}</p>
      )}
    </li>
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
