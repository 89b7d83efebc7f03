import type { Profile } from '@flockwork/contract/auth'
import { useRef } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useSpaces } from '../../spaces/index.ts'
import { ComposerDock } from '../composer/composer-dock.tsx'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import type { GuideOffer } from '../composer/pre-send/use-pre-send.ts'
import { FeedActionsProvider } from '../context/feed-context.ts'
import type { FeedListHandle } from '../feed/list/feed-list.tsx'
import type { FilterParams } from '../filter/filter-state.ts'
import { preloadMarkdown } from '../markdown/message-body.tsx'
import { AuthorPopover } from '../message/author-popover.tsx'
import { MessageWindows } from '../message/message-windows.tsx'
import { useReading } from '../reading/use-reading.ts'
import { DEMO_FEED } from '../state/keys.ts'
import type { DemoFeedViewProps } from './demo-feed-view.tsx'
import { FeedStrip } from './feed-strip.tsx'
import { SpaceFeedView } from './space-feed-view.tsx'
import { useFeedSession } from './use-feed-session.ts'

// prefetched right away: the cached feed waits for this chunk
preloadMarkdown()

const FilterBar = lazyPart(async () => (await import('../filter/filter-chunk.ts')).FeedFilter)

interface Props {
  /** Opens the feed around this message, as `/m/{id}` does. */
  messageId?: string | null
  /** Shows a demo in place of the space's messages. */
  DemoView?: ComponentType<DemoFeedViewProps> | undefined
  filter: FilterParams
  /** A correction replaces the history entry instead of pushing one. */
  onFilter: (filter: FilterParams, isCorrection?: boolean) => void
  /** Above the feed. `post` sends a message in the space and settles when it is sent, queued or failed. */
  renderTop?: (post: (content: string) => Promise<unknown>) => ReactNode
  /** Additional buttons of the composer. */
  composerTools?: ReactNode
  guide: GuideOffer
}

/** The feed of the space on screen, and the composer. Fills the height of its parent. */
export function MessagesPage(props: Props) {
  const { messageId = null, filter, onFilter, DemoView, renderTop, composerTools, guide } = props
  const { spaceId, profile } = useSignedIn()
  // the shell offers a space to join
  if (spaceId === null) return null
  return (
    <SpaceMessages
      key={`${profile.id}:${spaceId}:${DemoView !== undefined}`}
      spaceId={spaceId}
      viewer={profile}
      messageId={messageId}
      DemoView={DemoView}
      filter={filter}
      onFilter={onFilter}
      renderTop={renderTop}
      composerTools={composerTools}
      guide={guide}
    />
  )
}

interface SpaceProps {
  spaceId: string
  viewer: Profile
  messageId: string | null
  DemoView: ComponentType<DemoFeedViewProps> | undefined
  filter: FilterParams
  onFilter: (filter: FilterParams, isCorrection?: boolean) => void
  renderTop: ((post: (content: string) => Promise<unknown>) => ReactNode) | undefined
  composerTools: ReactNode
  guide: GuideOffer
}

/** The feed and the composer of one space. */
function SpaceMessages(props: SpaceProps) {
  const { spaceId, viewer, messageId, filter, onFilter, DemoView, renderTop, composerTools, guide } = props
  const list = useRef<FeedListHandle>(null)
  const composer = useRef<ComposerHandle>(null)
  const reading = useReading(viewer.id)
  const feedId = DemoView ? DEMO_FEED : spaceId
  const session = useFeedSession(feedId, reading, composer)
  const { actions, replyTo, sender } = session
  const { current, error } = useSpaces()
  const clearFilter = () => onFilter({})
  const top = renderTop?.(session.post)
  const isFiltered = Object.keys(filter).some((name) => name !== 'space')

  return (
    <FeedActionsProvider value={actions}>
      <section className="flex h-full min-h-0 flex-col bg-surface">
        <FeedStrip />
        {DemoView && top}
        {/* as tall as the bar, whose chunk is loaded later: avoids a layout shift */}
        <div className="min-h-12 shrink-0 border-b border-line touch:min-h-14">
          <FilterBar
            spaceId={spaceId}
            feedId={feedId}
            viewerId={viewer.id}
            params={filter}
            onFilter={onFilter}
            hasTimeRange={!DemoView}
          />
        </div>
        {!DemoView && top}
        {DemoView ? (
          <DemoView
            spaceId={spaceId}
            viewer={viewer}
            filter={filter}
            onClearFilter={clearFilter}
            session={session}
            list={list}
            composer={composer}
          />
        ) : (
          <SpaceFeedView
            spaceId={spaceId}
            viewer={viewer}
            messageId={messageId}
            filter={isFiltered ? filter : null}
            onClearFilter={clearFilter}
            reading={reading}
            session={session}
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
            // a message can be sent even if the spaces couldn't be loaded
            isPersonal={current?.is_personal ?? (error ? false : undefined)}
            guide={guide}
            isDemo={DemoView !== undefined}
            replyTo={replyTo}
            onCancelReply={session.cancelReply}
            channel={session.channel}
            onChannel={session.setChannel}
            violation={sender.violation}
            onTextChange={sender.clearViolation}
            onSend={session.sendFromComposer}
            onEditLast={session.editLast}
            tools={composerTools}
          />
        </ComposerDock>
        <AuthorPopover spaceId={spaceId} />
        <MessageWindows
          windows={session.windows}
          sheetFor={session.sheetFor}
          onCloseSheet={session.closeSheet}
        />
      </section>
    </FeedActionsProvider>
  )
}
