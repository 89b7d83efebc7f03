import type { Profile } from '@flockwork/contract/auth'
import { useRef } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useSpaces } from '../../spaces/index.ts'
import { ComposerDock } from '../composer/composer-dock.tsx'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import type { DemoSideProps } from './demo-side-props.ts'
import type { GuideOffer } from '../composer/pre-send/use-pre-send.ts'
import { FeedActionsProvider } from '../context/feed-context.ts'
import type { FeedListHandle } from '../feed/list/feed-list.tsx'
import { FeedSide } from './feed-side.tsx'
import { FeedStrip } from './feed-strip.tsx'
import { MessageWindows } from '../message/message-windows.tsx'
import { Who } from '../message/who.tsx'
import { DEMO_FEED } from '../state/keys.ts'
import type { FilterAddress } from '../filter/filter-address.ts'
import { useReading } from '../reading/use-reading.ts'
import { useFeedSession } from './use-feed-session.ts'

const FilterBar = lazyPart(async () => (await import('../filter/parts.ts')).FeedFilter)

interface Props {
  spaceId: string
  viewer: Profile
  messageId: string | null
  /** Shows a demo in place of the space's messages. */
  DemoSide: ComponentType<DemoSideProps> | undefined
  filter: FilterAddress
  onFilter: (filter: FilterAddress, isCorrection?: boolean) => void
  renderTop: ((say: (content: string) => Promise<unknown>) => ReactNode) | undefined
  composerTools: ReactNode
  guide: GuideOffer
}

/** The feed and the composer of one space. */
export function MessageRoom(props: Props) {
  const { spaceId, viewer, messageId, filter, onFilter, DemoSide, renderTop, composerTools, guide } = props
  const list = useRef<FeedListHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  const reading = useReading(viewer.id)
  const feedId = DemoSide ? DEMO_FEED : spaceId
  const room = useFeedSession(feedId, reading, composer)
  const { actions, replyTo, sender } = room
  const { current, error } = useSpaces()
  const clearFilter = () => onFilter({})
  const top = renderTop?.(room.say)
  const isFiltered = Object.keys(filter).some((name) => name !== 'space')

  return (
    <FeedActionsProvider value={actions}>
      <section className="flex h-full min-h-0 flex-col bg-surface">
        <FeedStrip />
        {DemoSide && top}
        {/* as tall as the bar, which comes in a chunk of its own */}
        <div className="min-h-12 shrink-0 border-b border-line touch:min-h-14">
          <FilterBar
            spaceId={spaceId}
            feedId={feedId}
            viewerId={viewer.id}
            address={filter}
            onFilter={onFilter}
            hasTimeRange={!DemoSide}
          />
        </div>
        {!DemoSide && top}
        {DemoSide ? (
          <DemoSide
            spaceId={spaceId}
            viewer={viewer}
            filter={filter}
            onClearFilter={clearFilter}
            session={room}
            list={list}
            composer={composer}
          />
        ) : (
          <FeedSide
            spaceId={spaceId}
            viewer={viewer}
            messageId={messageId}
            filter={isFiltered ? filter : null}
            onClearFilter={clearFilter}
            reading={reading}
            session={room}
            list={list}
            composer={composer}
          />
        )}
        <ComposerDock>
          <Composer
            key={replyTo?.id ?? 'composer'}
            ref={composer}
            spaceId={spaceId}
            spaceName={current?.name ?? ''}
            // a list that can't be had is no reason to hold a message back
            isPersonal={current?.is_personal ?? (error ? false : undefined)}
            guide={guide}
            isDemo={DemoSide !== undefined}
            replyTo={replyTo}
            onCancelReply={room.cancelReply}
            channel={room.channel}
            onChannel={room.setChannel}
            violation={sender.violation}
            onTextChange={sender.clearViolation}
            onSend={room.sendFromComposer}
            onEditLast={room.editLast}
            tools={composerTools}
          />
        </ComposerDock>
        <Who spaceId={spaceId} />
        <MessageWindows windows={room.windows} sheetFor={room.sheetFor} onCloseSheet={room.closeSheet} />
      </section>
    </FeedActionsProvider>
  )
}
