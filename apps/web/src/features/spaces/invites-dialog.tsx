import type { EndedInvite, Invite } from '@flockwork/contract/spaces'
import { runningSpaces as words } from '../../strings/running-spaces.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import type { SpaceDialogProps } from './space-dialog.ts'
import { fullTime } from '../../ui/format-time.ts'
import { useEndInvite, useInvites } from './use-invites.ts'

/** Invites: the valid ones, who joined by them, and revocation. */
export function InvitesDialog({ space, open, onOpenChange }: SpaceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.invitesTo(space.name)}
      description={words.invitesText}
    >
      <InviteLists spaceId={space.id} />
    </Dialog>
  )
}

/** A separate component, so that nothing is fetched before the dialog opens. */
function InviteLists({ spaceId }: { spaceId: string }) {
  const { data, isPending, error, refetch } = useInvites(spaceId)
  const { end, endingId, failure } = useEndInvite(spaceId)
  const showsSkeleton = useSkeleton(isPending)
  if (showsSkeleton) return <Waiting />
  if (error && !data) {
    return <LoadFailure text={words.invitesFailed} onRetry={() => void refetch()} className="my-4" />
  }
  if (!data) return <div className="h-20" />
  const { invites, ended } = data
  return (
    <>
      <FailureNote message={failure} />
      {invites.length === 0 && <p className="py-2 text-base text-ink-3">{words.noInvites}</p>}
      <ul>
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite}>
            <Button
              size="chip"
              busy={endingId === invite.id}
              aria-label={words.endLabel(invite.created_by_username)}
              onClick={() => end(invite.id)}
            >
              {endingId === invite.id ? words.ending : words.end}
            </Button>
          </InviteRow>
        ))}
      </ul>
      {ended.length > 0 && (
        <section className="mt-4">
          <h3 className="text-sm font-medium text-ink-2">{words.endedTitle}</h3>
          <ul>
            {ended.map((invite) => (
              <InviteRow key={invite.id} invite={invite}>
                <EndedBadge invite={invite} />
              </InviteRow>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function InviteRow({ invite, children }: { invite: Invite; children: React.ReactNode }) {
  const { created_by_username, created_at, expires_at, max_uses, uses, used_by } = invite
  const names = used_by.map(({ username }) => username)
  const unnamed = uses - names.length
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2 text-base">
          <span className="min-w-0 truncate font-semibold">{words.madeBy(created_by_username)}</span>
          <RelativeTime at={created_at} className="text-ink-3" />
        </p>
        <p className="tabular text-sm text-ink-3">
          {words.usesOf(uses, max_uses)}
          {!('why' in invite) && ` · ${words.expires} ${fullTime(new Date(expires_at))}`}
        </p>
        {names.length > 0 && (
          <p className="mt-1 text-sm break-words text-ink-2">
            {words.usedBy} {names.join(', ')}
            {unnamed > 0 && ` ${words.more(unnamed)}`}
          </p>
        )}
      </div>
      {children}
    </li>
  )
}

function EndedBadge({ invite }: { invite: EndedInvite }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 text-sm text-ink-3">
      <Badge>{words.why[invite.why]}</Badge>
      <RelativeTime at={invite.ended_at} />
    </span>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loadingInvites}>
      <div className="flex flex-col gap-4 py-2">
        {[0, 1].map((row) => (
          <Skeleton key={row} className="h-10 w-full" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
