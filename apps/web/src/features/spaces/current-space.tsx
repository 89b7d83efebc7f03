import type { Space } from '@flockwork/contract/spaces'
import { UserPlus, Users } from 'lucide-react'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { takesInvites, typeOf } from './space-facts.ts'
import { SpaceTile } from './space-tile.tsx'

const words = strings.spaces

interface Props {
  space: Space | undefined
  onOpenDialog: (dialog: OpenDialog) => void
}

/** The space that this tab shows, and what can be done with it. */
export function CurrentSpace({ space, onOpenDialog }: Props) {
  const { profile } = useSignedIn()
  if (!space) {
    return (
      <EmptyState scene="bare" title={words.noCurrentTitle}>
        {words.noCurrentText}
      </EmptyState>
    )
  }
  const counts = [
    words.memberCount(space.member_count),
    ...(space.activity ? [words.agentCount(space.activity.agent_count)] : []),
  ]
  return (
    <div className="py-2">
      <div className="flex items-start gap-3">
        <SpaceTile name={space.name} isCurrent />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-display text-title font-semibold tracking-display break-words">
              {space.name}
            </span>
            <Badge>{typeOf(space)}</Badge>
            {space.created_by === profile.id && <Badge tone="spruce">{words.owner}</Badge>}
          </h2>
          <p className="tabular text-nav text-ink-3">{counts.join(' · ')}</p>
          {space.description && (
            <p dir="auto" className="mt-3 max-w-measure text-base break-words text-ink-2">
              {space.description}
            </p>
          )}
          <div className="mt-5 flex flex-wrap gap-2">
            {takesInvites(space) && (
              <Button
                icon={<UserPlus size={16} aria-hidden="true" />}
                onClick={() => onOpenDialog({ kind: 'invite', space })}
              >
                {words.invite}
              </Button>
            )}
            <Button
              icon={<Users size={16} aria-hidden="true" />}
              onClick={() => onOpenDialog({ kind: 'members', space })}
            >
              {words.members}
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}
