import type { Message } from '@flockwork/contract/messages'
import * as RadixPopover from 'radix-ui/popover'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmojiPicker } from '../../../ui/emoji-picker.tsx'
import { useFloatingLayer } from '../../../ui/floating-layer.ts'
import { MOBILE, useMediaQuery } from '../../../ui/use-media-query.ts'
import { rowOf } from '../editing/edit-place.ts'
import { useFeedActs } from '../feed/feed-context.ts'

interface Props {
  message: Message
  isOpen: boolean
  onClose: () => void
}

/** All emoji, to react with one: beside the message, on a phone as a sheet. */
export function ReactionPicker({ message, isOpen, onClose }: Props) {
  const acts = useFeedActs()
  const isPhone = useMediaQuery(MOBILE)
  const layer = useFloatingLayer()
  const picker = (
    <EmojiPicker
      onChoose={(emoji) => {
        acts.react(message, emoji)
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
        title={windowWords.pickEmoji}
        returnTo={() => rowOf(message.id)}
      >
        {picker}
      </Dialog>
    )
  }
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixPopover.Anchor virtualRef={{ current: { getBoundingClientRect: () => placeOf(message.id) } }} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          side="bottom"
          align="end"
          alignOffset={24}
          sideOffset={-4}
          collisionPadding={12}
          aria-label={windowWords.pickEmoji}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            rowOf(message.id)?.focus({ preventScroll: true })
          }}
          className={`${layer} w-84 animate-pop-in rounded-panel bg-raised p-3 text-ink shadow-2`}
        >
          {picker}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

/** The first line of the row, where its toolbar stands. */
function placeOf(id: string): DOMRect {
  const row = rowOf(id)?.getBoundingClientRect()
  return row ? new DOMRect(row.x, row.y, row.width, Math.min(row.height, 24)) : new DOMRect()
}
