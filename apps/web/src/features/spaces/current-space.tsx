import type { Space } from '@flockwork/contract/spaces'
import { Link } from '@tanstack/react-router'
import { MessageCircle, UserPlus, Users } from 'lucide-react'
import { useSignedIn } from '../../api/use-session.ts'
import { spaceActivity as activityWords } from '../../strings/space-activity.ts'
import { strings } from '../../strings.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivitySummary } from './activity-summary.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { takesInvites, typeOf } from './space-facts.ts'
import { ReportCount } from './report-count.tsx'
import { SpaceRowActions } from './space-row-actions.tsx'
import { SpaceTile } from './space-tile.tsx'

const words = strings.spaces

interface Props {
  space: Space | undefined
  onOpenDialog: (dialog: OpenDialog) => void
}

/** The current space: its description, its activity, and its actions. */
export function CurrentSpace({ space, onOpenDialog }: Props) {
  const { profile } = useSignedIn()
  if (!space) {
    return (
      <EmptyState scene="bare" title={activityWords.noCurrentTitle}>
        {activityWords.noCurrentText}
      </EmptyState>
    )
  }
  const { name, description } = space
  return (
    <div className="py-2">
      <div className="flex items-start gap-3">
        <SpaceTile name={name} isCurrent />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span
              dir="auto"
              className="min-w-0 font-display text-title font-semibold tracking-display break-words"
            >
              {name}
            </span>
            <Badge>{typeOf(space)}</Badge>
            {space.created_by === profile.id && <Badge>{words.owner}</Badge>}
          </h2>
          {description && (
            <p dir="auto" className="mt-1 max-w-measure text-base break-words text-ink-2">
              {description}
            </p>
          )}
        </div>
      </div>
      <ActivitySummary space={space} />
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Link to="/home" className={buttonClass()}>
          <MessageCircle size={16} aria-hidden="true" />
          {activityWords.open}
        </Link>
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
        <ReportCount space={space} onOpenDialog={onOpenDialog} />
        <SpaceRowActions space={space} onOpenDialog={onOpenDialog} isShort />
      </div>
    </div>
  )
}
