import type { Profile } from '@flockwork/contract/auth'
import { useRef } from 'react'
import { useSpaces } from '../spaces/index.ts'
import { ComposerDock } from './composer-dock.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { FeedActsProvider } from './feed-context.ts'
import type { FeedListHandle } from './feed-list.tsx'
import { FeedSide } from './feed-side.tsx'
import { FeedStrip } from './feed-strip.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { useReading } from './use-reading.ts'
import { useRoom } from './use-room.ts'

interface Props {
  spaceId: string
  viewer: Profile
  messageId: string | null
}

/** The feed and the composer of one space. */
export function MessageRoom({ spaceId, viewer, messageId }: Props) {
  const list = useRef<FeedListHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  const reading = useReading(viewer.id)
  const room = useRoom(spaceId, reading, composer)
  const { acts, replyTo, sender } = room
  const spaceName = useSpaces().current?.name ?? ''

  return (
    <FeedActsProvider value={acts}>
      <section className="flex h-full min-h-0 flex-col bg-surface">
        <FeedStrip />
        <FeedSide
          spaceId={spaceId}
          viewer={viewer}
          messageId={messageId}
          reading={reading}
          room={room}
          list={list}
          composer={composer}
        />
        <ComposerDock>
          <Composer
            key={replyTo?.id ?? 'composer'}
            ref={composer}
            spaceId={spaceId}
            spaceName={spaceName}
            replyTo={replyTo}
            onCancelReply={room.cancelReply}
            channel={room.channel}
            onChannel={room.setChannel}
            violation={sender.violation}
            onTextChange={sender.clearViolation}
            onSend={room.sendFromComposer}
          />
        </ComposerDock>
        <MessageSheet message={room.sheetFor} onClose={room.closeSheet} onReply={acts.replyInComposer} />
      </section>
    </FeedActsProvider>
  )
}
