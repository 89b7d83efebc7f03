import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Space } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { spaceTypeOf } from '../navigation/space-type.ts'

const words = strings.shell

interface Props {
  /** The press that loaded it has ended. */
  isOpenAtFirst: boolean
  button: ReactNode
  others: readonly Space[]
  onSwitch: (spaceId: string) => void
}

/** The other spaces, and a link to all. */
export function SpaceMenu({ isOpenAtFirst, button, others, onSwitch }: Props) {
  const navigate = useNavigate()
  return (
    <Menu isOpenAtFirst={isOpenAtFirst} trigger={button}>
      {others.length > 0 && (
        <>
          <MenuLabel>{words.otherSpaces}</MenuLabel>
          {others.map((space) => (
            <MenuItem key={space.id} aside={spaceTypeOf(space)} onSelect={() => onSwitch(space.id)}>
              <span className="flex items-center gap-2">
                <span className="max-w-60 truncate">{space.name}</span>
                <Unread count={space.mine?.unread ?? 0} />
              </span>
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={<Settings2 size={16} aria-hidden="true" />}
        onSelect={() => void navigate({ to: '/spaces' })}
      >
        {words.manageSpaces}
      </MenuItem>
    </Menu>
  )
}

function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true" className="flex">
        <CountBadge count={count} />
      </span>
      <span className="sr-only">{words.unread(count)}</span>
    </>
  )
}
