import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ComponentProps } from 'react'
import { useSpaces, useSwitchSpace } from '../../features/spaces/index.ts'
import { strings } from '../../strings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyPart, usePreload } from '../../ui/lazy-part.tsx'

const words = strings.shell
/** Lazy: menus are an eighth of the feed's initial script, and this one is opened rarely. */
const SpaceMenu = lazyPart(async () => (await import('./space-menu.tsx')).SpaceMenu)
const PRELOADED = [SpaceMenu]

/** The current space, and a menu of the others. */
export function SpaceSwitcher() {
  const { spaces, current, others } = useSpaces()
  const switchSpace = useSwitchSpace()
  const [wasOpened, setOpened] = useState(false)
  const giveUp = useCallback(() => setOpened(false), [])
  usePreload(PRELOADED)

  if (spaces && !spaces.some(({ is_member }) => is_member)) {
    return (
      <Link to="/spaces" className={buttonClass('outline', 'chip')}>
        {words.joinSpace}
      </Link>
    )
  }

  // when the list can't be loaded, the last known name shows
  const name = current?.name ?? (spaces ? words.currentSpace : words.loadingSpace)
  const button = (props: ComponentProps<typeof Button>) => (
    <Button
      {...props}
      size="chip"
      busy={switchSpace.isPending}
      aria-label={words.switchSpace(name)}
      className="max-w-52 min-w-0 shrink data-[state=open]:bg-sunken max-md:max-w-26 dark:data-[state=open]:bg-line"
    >
      <span className="size-2 shrink-0 rounded-full bg-spruce" />
      <span className="min-w-0 truncate">{name}</span>
      <ChevronsUpDown size={15} aria-hidden="true" className="shrink-0 text-ink-3" />
    </Button>
  )
  return (
    <SpaceMenu
      when={wasOpened}
      onLoadError={giveUp}
      fallback={button({
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        onClick: () => setOpened(true),
        onKeyDown: ({ key }) => key === 'ArrowDown' && setOpened(true),
      })}
      isOpenAtFirst={wasOpened}
      button={button({})}
      others={others}
      onSwitch={switchSpace.mutate}
    />
  )
}
