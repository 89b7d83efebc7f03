import * as RadixPopover from 'radix-ui/popover'
import type { RefObject } from 'react'
import { emoji as words } from '../../../../strings/composer.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmojiPicker } from '../../../../ui/emoji-picker.tsx'
import { MOBILE, useMediaQuery } from '../../../../ui/use-media-query.ts'
import type { FieldHandle } from '../message-field.tsx'
import { useWriting } from '../use-writing.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  button: RefObject<HTMLButtonElement | null>
  field: RefObject<FieldHandle | null>
}

/** All emoji over the button, on a phone as a sheet. The one chosen goes into the text. */
export function EmojiWindow({ isOpen, onClose, button, field }: Props) {
  const isPhone = useMediaQuery(MOBILE)
  const { put, returnTo } = useWriting(field)
  const picker = (
    <EmojiPicker
      onChoose={(chosen) => {
        put(chosen)
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
        title={words.pick}
        returnTo={returnTo}
      >
        {picker}
      </Dialog>
    )
  }
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixPopover.Anchor virtualRef={button} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={words.pick}
          // the button closes by itself
          onInteractOutside={(event) => {
            const { target } = event
            if (target instanceof Node && button.current?.contains(target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const back = returnTo() ?? button.current
            back?.focus()
          }}
          className="z-40 w-84 animate-pop-in rounded-panel bg-raised p-3 text-ink shadow-2"
        >
          {picker}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
