import type { Message } from '@flockwork/contract/messages'
import { EmojiWindow } from '../../../ui/emoji-window.tsx'
import { useFeedActions } from '../context/feed-context.ts'
import { rowOf } from '../context/row-elements.ts'

interface Props {
  message: Message
  isOpen: boolean
  onClose: () => void
}

/** All emoji, for a reaction to a message. */
export function ReactionPicker({ message, isOpen, onClose }: Props) {
  const actions = useFeedActions()
  return (
    <EmojiWindow
      isOpen={isOpen}
      onClose={onClose}
      onChoose={(emoji) => actions.react(message, emoji)}
      anchor={{ current: { getBoundingClientRect: () => firstLineOf(message.id) } }}
      place={{ side: 'bottom', align: 'end', alignOffset: 24, sideOffset: -4 }}
      returnTo={() => rowOf(message.id)}
    />
  )
}

/** The first line of the row, where its toolbar is. */
function firstLineOf(id: string): DOMRect {
  const row = rowOf(id)?.getBoundingClientRect()
  return row ? new DOMRect(row.x, row.y, row.width, Math.min(row.height, 24)) : new DOMRect()
}
