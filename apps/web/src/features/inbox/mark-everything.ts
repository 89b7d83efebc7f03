import type { InboxItem } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'

type Waiting = Pick<InboxItem, 'id' | 'space_id'> & { readonly message: Position | null }
type Position = Pick<Message, 'id' | 'seq' | 'space_id' | 'uploaded_at'>

export interface Deps {
  /** A page of unread items, newest first. */
  unread: (before: string | null) => Promise<{ items: readonly Waiting[]; next_cursor: string | null }>
  markSeen: (ids: readonly string[]) => Promise<unknown>
  /** The newest message of a space; null if there is none. */
  endOf: (spaceId: string) => Promise<Position | null>
  /** Marks everything in the message's space up to it as read. */
  readUpTo: (message: Position) => Promise<void>
}

/**
 * Marks all currently unread items as seen, and reads their spaces up to the newest message
 * (docs/rules/deliveries.md#read-position). What arrives meanwhile stays unread, and no space is read past it.
 */
export async function markEverything({ unread, markSeen, endOf, readUpTo }: Deps): Promise<void> {
  const marked: Waiting[] = []
  for await (const items of pages(unread)) {
    await markSeen(items.map(({ id }) => id))
    marked.push(...items)
  }

  const spaceIds = [...new Set(marked.map(({ space_id }) => space_id))]
  const ends = await Promise.all(spaceIds.map(endOf))
  // fetched after the newest messages, so that it includes everything before them
  const arrived: Waiting[] = []
  for await (const items of pages(unread)) arrived.push(...items)

  const places = ends.filter((end) => end !== null).map((end) => placeBefore(end, arrived, marked))
  await Promise.all(places.filter((place) => place !== null).map(readUpTo))
}

async function* pages(unread: Deps['unread']): AsyncGenerator<readonly Waiting[]> {
  let before: string | null = null
  do {
    const { items, next_cursor }: Awaited<ReturnType<Deps['unread']>> = await unread(before)
    if (items.length > 0) yield items
    before = next_cursor
  } while (before !== null)
}

/** The newest message of a space; if something arrived before it, the newest marked message that precedes that. */
function placeBefore(
  end: Position,
  arrived: readonly Waiting[],
  marked: readonly Waiting[],
): Position | null {
  const inSpace = (waiting: readonly Waiting[]) =>
    waiting
      .map(({ message }) => message)
      .filter((message) => message !== null)
      .filter(({ space_id }) => space_id === end.space_id)
  const firstArrived = Math.min(...inSpace(arrived).map(({ seq }) => seq))
  if (firstArrived > end.seq) return end
  const before = inSpace(marked).filter(({ seq }) => seq < firstArrived)
  return before.toSorted((one, other) => one.seq - other.seq).at(-1) ?? null
}
