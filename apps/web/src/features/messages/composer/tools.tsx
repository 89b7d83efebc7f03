import type { RefObject } from 'react'
import { ChannelMenu } from '../channels/channel-menu.tsx'
import { EmojiButton } from './emoji-button.tsx'
import type { FieldHandle } from '../text-field/message-field.tsx'

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
