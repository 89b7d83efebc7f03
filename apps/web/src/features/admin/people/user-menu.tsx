import type { AdminUser } from '@flockwork/contract/admin/people'
import { Ellipsis, KeyRound, ShieldCheck, ShieldOff, UserCheck, UserRound, UserX } from 'lucide-react'
import { useState } from 'react'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { actsOn, type UserAct } from './acts.ts'

interface Props {
  user: AdminUser
  isYou: boolean
  isBusy: boolean
  tabIndex: 0 | -1
  onDetails: () => void
  onAct: (act: UserAct) => void
}

const ICONS = {
  makeAdmin: ShieldCheck,
  removeAdmin: ShieldOff,
  activate: UserCheck,
  deactivate: UserX,
  resetLink: KeyRound,
} as const satisfies Record<UserAct, unknown>

/** The actions on a person. The menu is mounted on the first click: fifty mounted menus slow the list down. */
export function UserMenu({ user, isYou, isBusy, tabIndex, onDetails, onAct }: Props) {
  const [wasPressed, setPressed] = useState(false)
  const button = {
    size: 'sm',
    label: isBusy ? words.acting : words.more(user.username),
    icon: <Ellipsis size={16} />,
    className: 'touch:size-10',
    tabIndex,
  } as const
  if (!wasPressed) {
    return (
      <IconButton {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setPressed(true)} />
    )
  }
  return (
    <Menu isOpenAtFirst trigger={<IconButton {...button} />}>
      <MenuItem icon={<UserRound size={16} aria-hidden="true" />} onSelect={onDetails}>
        {words.details}
      </MenuItem>
      {actsOn(user, isYou).map((act) => {
        const Icon = ICONS[act]
        return (
          <MenuItem
            key={act}
            tone={act === 'deactivate' ? 'danger' : 'plain'}
            icon={<Icon size={16} aria-hidden="true" />}
            onSelect={() => onAct(act)}
          >
            {words[act]}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
