/**
 * The unread count of the current space: the single source for the sidebar, the switcher and the
 * Spaces page (docs/rules/spaces.md#unread). The other spaces have the server's last count.
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
  /** From now on, events are of this space's stream. */
  open(spaceId: string, viewerId: string): void
  onEvents(events: readonly LiveEvent[]): void
  onAnswer(spaces: readonly Space[]): void
  /** How many of the messages that the server counts were just read on this device. */
  setReadHere(count: number): void
  /** The `seq` up to which the server has the space as read; null while unknown. */
  position(): number | null
  /** Null while unknown. Keeps its identity until it changes. */
  view(): UnreadHere | null
  /** Whether only a new response can tell the unread count. */
  needsAnswer(): boolean
  /** Called when the view or the read position changes. */
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

/** The spaces, with the live unread count in the current one. */
export function withUnreadHere(spaces: readonly Space[], here: UnreadHere | null): readonly Space[] {
  if (here === null) return spaces
  return spaces.map((space) =>
    space.id === here.spaceId && space.mine && space.mine.unread !== here.unread
      ? { ...space, mine: { ...space.mine, unread: here.unread } }
      : space,
  )
}
