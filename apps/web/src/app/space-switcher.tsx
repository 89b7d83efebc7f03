import type { Space } from '@flockwork/contract/spaces'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Settings2 } from 'lucide-react'
import { useSpaces, useSwitchSpace } from '../features/spaces/index.ts'
import { strings } from '../strings.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'

const words = strings.shell

/** Personal, Team or Public, as the header calls them (ui, section 11.8). */
function typeOf({ is_personal, visibility }: Space): string {
  return is_personal ? words.spaceTypes.private : words.spaceTypes[visibility]
}

/** The space on screen, and the way to the others (platform, section 2). */
export function SpaceSwitcher() {
  const { spaces, current, others, isLoading } = useSpaces()
  const switchSpace = useSwitchSpace()
  const navigate = useNavigate()

  if (!isLoading && spaces && spaces.length === 0) {
    return (
      <Link to="/spaces" className={buttonClass('outline', 'chip')}>
        {words.joinSpace}
      </Link>
    )
  }

  const name = current?.name ?? words.loadingSpace
  return (
    <Menu
      trigger={
        <Button
          size="chip"
          busy={switchSpace.isPending}
          aria-label={words.switchSpace(name)}
          className="max-w-52 min-w-0 shrink data-[state=open]:bg-sunken max-md:max-w-31 dark:data-[state=open]:bg-line"
        >
          <span className="size-2 shrink-0 rounded-full bg-spruce" />
          <span className="min-w-0 truncate">{name}</span>
          <ChevronsUpDown size={15} aria-hidden="true" className="shrink-0 text-ink-3" />
        </Button>
      }
    >
      {others.length > 0 && (
        <>
          <MenuLabel>{words.otherSpaces}</MenuLabel>
          {others.map((space) => (
            <MenuItem key={space.id} aside={typeOf(space)} onSelect={() => switchSpace.mutate(space.id)}>
              <span className="block max-w-60 truncate">{space.name}</span>
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
