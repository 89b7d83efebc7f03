import type { Profile } from '@flockwork/contract/auth'
import type { RefObject } from 'react'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { FeedListHandle } from '../feed/list/feed-list.tsx'
import type { FilterAddress } from '../filter/filter-address.ts'
import type { FeedSession } from './use-feed-session.ts'

/** What the room hands to the part that shows a demo in place of the feed. */
export interface DemoSideProps {
  spaceId: string
  viewer: Profile
  /** What the demo is filtered by. */
  filter: FilterAddress
  onClearFilter: () => void
  session: FeedSession
  list: RefObject<FeedListHandle | null>
  composer: RefObject<ComposerHandle | null>
}
