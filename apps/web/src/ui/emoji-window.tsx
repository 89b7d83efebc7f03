import * as RadixPopover from 'radix-ui/popover'
import type { ComponentProps } from 'react'
import { strings } from '../strings.ts'
import { Dialog } from './dialog.tsx'
import { EmojiPicker } from './emoji-picker.tsx'
import { useFloatingLayer } from './floating-layer.ts'
import { MOBILE, useMediaQuery } from './use-media-query.ts'

type Content = ComponentProps<typeof RadixPopover.Content>

interface Props {
  isOpen: boolean
  onClose: () => void
  /** The picker closes on it. */
  onChoose: (emoji: string) => void
  anchor: NonNullable<ComponentProps<typeof RadixPopover.Anchor>['virtualRef']>
  /** Its side of the anchor. */
  place: Pick<Content, 'side' | 'align' | 'alignOffset' | 'sideOffset'>
  /** The element to focus after closing. */
  returnTo: () => HTMLElement | null | undefined
  /** An element that closes the picker itself when pressed. */
  ownButton?: () => HTMLElement | null
}

/** The emoji picker: a popover at its anchor, on a phone a sheet. Load it lazily. */
export function EmojiWindow(props: Props) {
  const { isOpen, onClose, onChoose, anchor, place, returnTo, ownButton } = props
  const isPhone = useMediaQuery(MOBILE)
  const layer = useFloatingLayer()
  const title = strings.ui.emoji.pick
  const picker = (
    <EmojiPicker
      onChoose={(emoji) => {
        onChoose(emoji)
        onClose()
      }}
    />
  )

  if (isPhone) {
    return (
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && onClose()}
        size="sm"
        phone="sheet"
        title={title}
        returnTo={() => returnTo() ?? null}
      >
        {picker}
      </Dialog>
    )
  }
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixPopover.Anchor virtualRef={anchor} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          {...place}
          collisionPadding={12}
          aria-label={title}
          onInteractOutside={(event) => {
            const { target } = event
            if (target instanceof Node && ownButton?.()?.contains(target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnTo()?.focus({ preventScroll: true })
          }}
          className={`${layer} w-84 animate-pop-in rounded-panel bg-raised p-3 text-ink shadow-2`}
        >
          {picker}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
