/**
 * How much is unread in the space that this page shows: the one place from which the sidebar, the switcher and the
 * Spaces page have it (docs/rules/spaces.md#unread). The other spaces are as the server last said.
 */
import type { Space } from '@flockwork/contract/spaces'
import { oncePerServices } from '../../api/once-per-services.ts'
import type { LiveEvent } from '../../realtime/apply-event.ts'
import { withUnreadEvents } from './unread-events.ts'
import { NO_UNREAD, unreadOf, withAnswer, type UnreadState } from './unread-state.ts'

export interface UnreadHere {
  readonly spaceId: string
  readonly unread: number
}

export interface UnreadStore {
  /** From now on events are of this space's stream. */
  open(spaceId: string, viewerId: string): void
  onEvents(events: readonly LiveEvent[]): void
  onAnswer(spaces: readonly Space[]): void
  /** How many that the server counts were read on this device a moment ago. */
  setReadHere(count: number): void
  /** The `seq` up to which the server knows the space to be read; null while it isn't known. */
  position(): number | null
  /** Null while it isn't known. The same object until it changes. */
  view(): UnreadHere | null
  /** Whether only a new answer can say what is unread. */
  needsAnswer(): boolean
  /** Called when the view or the position changes. */
  subscribe(listener: () => void): () => void
}

export function createUnreadStore(): UnreadStore {
  const listeners = new Set<() => void>()
  let place: { spaceId: string; viewerId: string } | null = null
  let state: UnreadState = NO_UNREAD
  let readHere = 0
  let view: UnreadHere | null = null
  let position: number | null = null

  function set(next: UnreadState, nextReadHere = readHere): void {
    state = next
    readHere = nextReadHere
    const known = unreadOf(state)
    const positionBefore = position
    position = known?.position ?? null
    const unread = known && Math.max(0, known.unread - readHere)
    const spaceId = place?.spaceId
    const isSame = unread === (view?.unread ?? null) && (view === null || spaceId === view.spaceId)
    if (!isSame) view = unread === null || spaceId === undefined ? null : { spaceId, unread }
    if (isSame && position === positionBefore) return
    for (const listener of listeners) listener()
  }

  return {
    open(spaceId, viewerId) {
      if (place?.spaceId === spaceId && place.viewerId === viewerId) return
      place = { spaceId, viewerId }
      set(NO_UNREAD, 0)
    },
    onEvents(events) {
      if (place !== null) set(withUnreadEvents(state, events, place.viewerId))
    },
    onAnswer(spaces) {
      const mine = spaces.find(({ id }) => id === place?.spaceId)?.mine
      if (!mine) return
      set(withAnswer(state, { unread: mine.unread, asOf: mine.as_of, position: mine.seen_up_to }))
    },
    setReadHere(count) {
      if (count !== readHere) set(state, count)
    },
    position: () => position,
    view: () => view,
    needsAnswer: () => unreadOf(state) === null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** This page's. */
export const unreadStoreOf = oncePerServices(createUnreadStore)

/** The spaces with what is unread in the one that this page shows. */
export function withUnreadHere(spaces: readonly Space[], here: UnreadHere | null): readonly Space[] {
  if (here === null) return spaces
  return spaces.map((space) =>
    space.id === here.spaceId && space.mine && space.mine.unread !== here.unread
      ? { ...space, mine: { ...space.mine, unread: here.unread } }
      : space,
  )
}
