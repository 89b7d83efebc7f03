import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import { useSpaces, useSwitchSpace } from '../../features/spaces/index.ts'
import { strings } from '../../strings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart, usePreload } from '../../ui/lazy-part.tsx'

const words = strings.shell
const LATE_MS = 1_000
/** Lazy: menus are an eighth of the feed's initial script, and this one is opened rarely. */
const SpaceMenu = lazyPart(async () => (await import('./space-menu.tsx')).SpaceMenu)
const PRELOADED = [SpaceMenu]

/** The current space, and a menu of the others. */
export function SpaceSwitcher() {
  const { spaces, current, others, isLoading } = useSpaces()
  const switchSpace = useSwitchSpace()
  const [wasOpened, setOpened] = useState(false)
  const giveUp = useCallback(() => setOpened(false), [])
  usePreload(PRELOADED)
  const isLate = useLate()

  if (spaces && !spaces.some(({ is_member }) => is_member)) {
    return (
      <Link to="/spaces" className={buttonClass('outline', 'chip')}>
        {words.joinSpace}
      </Link>
    )
  }

  const name = current?.name ?? (isLoading ? words.loadingSpace : words.currentSpace)
  const unreadElsewhere = others.reduce((sum, { mine }) => sum + (mine?.unread ?? 0), 0)
  const button = (props: ComponentProps<typeof Button>) => (
    <Button
      {...props}
      size="chip"
      busy={switchSpace.isPending}
      aria-label={words.switchSpace(name, unreadElsewhere)}
      className={cx(
        'max-w-52 min-w-0 shrink data-[state=open]:bg-sunken dark:data-[state=open]:bg-line',
        // the name would widen it: a layout shift
        isLoading && !isLate && 'invisible',
      )}
    >
      <span className={cx('size-2 shrink-0 rounded-full', unreadElsewhere > 0 ? 'bg-egg' : 'bg-spruce')} />
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

/** Whether the name takes so long that a placeholder should show. */
function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
