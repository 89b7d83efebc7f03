import type { Space } from '@flockwork/contract/spaces'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, UserPlus, Users } from 'lucide-react'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { Badge, CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { inOrder, takesInvites, typeOf } from './space-facts.ts'
import { SpaceTile } from './space-tile.tsx'
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

  return (
    <ul>
      {inOrder(spaces, spaceId).map((space) => (
        <SpaceRow
          key={space.id}
          space={space}
          isCurrent={space.id === spaceId}
          isOwner={space.created_by === profile.id}
          isOpening={switchSpace.isPending && switchSpace.variables === space.id}
          onOpen={() => open(space)}
          onOpenDialog={onOpenDialog}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  space: Space
  isCurrent: boolean
  isOwner: boolean
  isOpening: boolean
  onOpen: () => void
  onOpenDialog: (dialog: OpenDialog) => void
}

function SpaceRow({ space, isCurrent, isOwner, isOpening, onOpen, onOpenDialog }: RowProps) {
  const { name, member_count, mine } = space
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0">
      <SpaceTile name={name} isCurrent={isCurrent} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate text-base font-semibold">{name}</span>
          {isCurrent && <Badge tone="spruce">{words.current}</Badge>}
          {isOwner && <Badge>{words.owner}</Badge>}
        </p>
        <p className="tabular truncate text-sm text-ink-3">
          {typeOf(space)} · {words.memberCount(member_count)}
        </p>
      </div>
      {!isCurrent && mine !== null && mine.unread > 0 && (
        <span>
          <CountBadge count={mine.unread} />
          <span className="sr-only">{words.unread(mine.unread)}</span>
        </span>
      )}
      <div className="flex items-center gap-1">
        <Button size="chip" busy={isOpening} aria-label={words.openLabel(name)} onClick={onOpen}>
          {words.open}
        </Button>
        <Menu trigger={<IconButton label={words.more(name)} icon={<Ellipsis size={17} />} />}>
          <MenuItem
            icon={<Users size={16} aria-hidden="true" />}
            onSelect={() => onOpenDialog({ kind: 'members', space })}
          >
            {words.members}
          </MenuItem>
          {takesInvites(space) && (
            <MenuItem
              icon={<UserPlus size={16} aria-hidden="true" />}
              onSelect={() => onOpenDialog({ kind: 'invite', space })}
            >
              {words.invite}
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}
