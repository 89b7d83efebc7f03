import type { Space } from '@flockwork/contract/spaces'
import { Ellipsis } from 'lucide-react'
import { useCallback, useState } from 'react'
import { strings } from '../../strings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart, usePreload } from '../../ui/lazy-part.tsx'
import type { OpenDialog } from './space-dialogs.tsx'

/** Lazy: the menus are more than half of the page's script, and this one is rarely opened. */
const SpaceRowMenu = lazyPart(async () => (await import('./space-row-menu.tsx')).SpaceRowMenu)
const PRELOADED = [SpaceRowMenu]

interface Props {
  space: Space
  onOpenDialog: (dialog: OpenDialog) => void
  /** Omits the actions that have a button next to the menu. */
  isShort?: boolean
}

/** The button of a space's menu; the menu itself is loaded when it is first opened. */
export function SpaceRowActions({ space, onOpenDialog, isShort = false }: Props) {
  const [wasOpened, setOpened] = useState(false)
  const giveUp = useCallback(() => setOpened(false), [])
  usePreload(PRELOADED)
  const open = () => setOpened(true)
  return (
    <SpaceRowMenu
      when={wasOpened}
      onLoadError={giveUp}
      fallback={
        <IconButton
          label={strings.spaces.more(space.name)}
          icon={<Ellipsis size={17} />}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={open}
          onKeyDown={({ key }) => key === 'ArrowDown' && open()}
        />
      }
      isOpenAtFirst={wasOpened}
      space={space}
      isShort={isShort}
      onOpenDialog={onOpenDialog}
    />
  )
}
