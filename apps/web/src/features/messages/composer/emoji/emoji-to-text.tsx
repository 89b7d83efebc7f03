import type { RefObject } from 'react'
import { EmojiWindow } from '../../../../ui/emoji-window.tsx'
import type { FieldHandle } from '../../text-field/message-field.tsx'
import { useWriting } from '../use-writing.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  button: RefObject<HTMLButtonElement | null>
  field: RefObject<FieldHandle | null>
}

/** All emoji over the button. The one chosen goes into the text. */
export function EmojiToText({ isOpen, onClose, button, field }: Props) {
  const { put, returnTo } = useWriting(field)
  return (
    <EmojiWindow
      isOpen={isOpen}
      onClose={onClose}
      onChoose={put}
      anchor={button}
      place={{ side: 'top', align: 'start', sideOffset: 6 }}
      returnTo={() => returnTo() ?? button.current}
      ownButton={() => button.current}
    />
  )
}
