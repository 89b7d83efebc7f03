import { whyNotDeleteSpace, whyNotLeaveSpace, whyNotManageInvites } from '@flockwork/contract/policy/spaces'
import type { Space } from '@flockwork/contract/spaces'
import { Ellipsis, Flag, LogOut, Settings, Ticket, Trash2, UserPlus, Users } from 'lucide-react'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { runningSpaces } from '../../strings/running-spaces.ts'
import { spaceReports } from '../../strings/space-reports.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { takesInvites } from './space-facts.ts'

const words = strings.spaces

interface Props {
  space: Space
  onOpenDialog: (dialog: OpenDialog) => void
  /** Omits the actions that have a button next to the menu. */
  isShort?: boolean
  /** The click that loaded it has ended. */
  isOpenAtFirst?: boolean
}

/** The actions on a space besides opening it; omits those that the server would refuse. */
export function SpaceRowMenu({ space, onOpenDialog, isShort = false, isOpenAtFirst = false }: Props) {
  const { profile } = useSignedIn()
  const viewer = { accountId: profile.id, role: space.role }
  const open = (kind: OpenDialog['kind']) => () => onOpenDialog({ kind, space })
  const managesInvites = takesInvites(space) && whyNotManageInvites(viewer) === null
  const mayLeave = whyNotLeaveSpace(space) === null
  const mayDelete = whyNotDeleteSpace(viewer, space) === null
  return (
    <Menu
      isOpenAtFirst={isOpenAtFirst}
      trigger={<IconButton label={words.more(space.name)} icon={<Ellipsis size={17} />} />}
    >
      {!isShort && (
        <MenuItem icon={<Users size={16} aria-hidden="true" />} onSelect={open('members')}>
          {words.members}
        </MenuItem>
      )}
      {!isShort && takesInvites(space) && (
        <MenuItem icon={<UserPlus size={16} aria-hidden="true" />} onSelect={open('invite')}>
          {words.invite}
        </MenuItem>
      )}
      {managesInvites && (
        <MenuItem icon={<Ticket size={16} aria-hidden="true" />} onSelect={open('invites')}>
          {runningSpaces.invites}
        </MenuItem>
      )}
      {viewer.role === 'admin' && !space.is_personal && (
        <MenuItem icon={<Flag size={16} aria-hidden="true" />} onSelect={open('reports')}>
          {spaceReports.menu}
        </MenuItem>
      )}
      {viewer.role === 'admin' && (
        <MenuItem icon={<Settings size={16} aria-hidden="true" />} onSelect={open('settings')}>
          {runningSpaces.settings}
        </MenuItem>
      )}
      {mayLeave && (
        <>
          <MenuSeparator />
          <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={open('leave')}>
            {runningSpaces.leave}
          </MenuItem>
        </>
      )}
      {mayDelete && (
        <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} tone="danger" onSelect={open('delete')}>
          {runningSpaces.delete}
        </MenuItem>
      )}
    </Menu>
  )
}
