import type { RefObject } from 'react'
import { EmojiWindow } from '../../../ui/emoji-window.tsx'
import type { FieldHandle } from '../text-field/message-field.tsx'
import { useInsert } from './use-insert.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  button: RefObject<HTMLButtonElement | null>
  field: RefObject<FieldHandle | null>
}

/** The emoji picker above the button. Inserts the chosen emoji into the text. */
export function EmojiInserter({ isOpen, onClose, button, field }: Props) {
  const { insertAsIs, returnTo } = useInsert(field)
  return (
    <EmojiWindow
      isOpen={isOpen}
      onClose={onClose}
      onChoose={insertAsIs}
      anchor={button}
      place={{ side: 'top', align: 'start', sideOffset: 6 }}
      returnTo={() => returnTo() ?? button.current}
      ownButton={() => button.current}
    />
  )
}
