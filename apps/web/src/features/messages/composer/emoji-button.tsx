import { Smile } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import { emoji as words } from '../../../strings/composer.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { FieldHandle } from '../text-field/message-field.tsx'

const EmojiToText = lazyPart(async () => (await import('./emoji-inserter.tsx')).EmojiInserter)

/** Opens the emoji picker. */
export function EmojiButton({ field }: { field: RefObject<FieldHandle | null> }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        label={words.add}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<Smile size={17} />}
        onClick={() => setOpen(!isOpen)}
      />
      <EmojiToText
        when={isOpen}
        onLoadError={close}
        isOpen={isOpen}
        onClose={close}
        button={button}
        field={field}
      />
    </>
  )
}
