import { Smile } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { emoji as words } from '../../../strings/composer.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ChannelMenu } from '../channels/channel-menu.tsx'
import type { FieldHandle } from '../text-field/message-field.tsx'

const EmojiInserter = lazyPart(async () => (await import('./emoji-inserter.tsx')).EmojiInserter)

interface Props {
  spaceId: string
  field: RefObject<FieldHandle | null>
  /** Null for a reply: it goes where its parent is. */
  channel: string | null
  onChannel: (channel: string) => void
}

/** The emoji button and the channel menu. */
export function Tools({ spaceId, field, channel, onChannel }: Props) {
  return (
    <>
      <EmojiButton field={field} />
      {channel !== null && <ChannelMenu spaceId={spaceId} channel={channel} onChange={onChannel} />}
    </>
  )
}

/** Opens the emoji picker. */
function EmojiButton({ field }: { field: RefObject<FieldHandle | null> }) {
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
      <EmojiInserter
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
