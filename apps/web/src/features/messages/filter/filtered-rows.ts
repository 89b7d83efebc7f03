import type { Message } from '@flockwork/contract/messages'
import type { FeedState } from '../state/feed-state.ts'
import { OPEN_UP_TO, threadOf } from '../state/feed-view.ts'

/**
 * The messages of the filtered list: without the replies that are shown below their root, because its thread is open.
 *
 * @param threads which threads the reader opened or closed
 */
export function filteredRows(
  state: FeedState,
  messages: readonly Message[],
  threads: ReadonlyMap<string, boolean>,
): Message[] {
  const listed = new Map(messages.map((message) => [message.id, message]))
  const open = new Map<string, boolean>()

  function isOpen(root: Message): boolean {
    const known = open.get(root.id)
    if (known !== undefined) return known
    const found = threads.get(root.id) ?? isShort(state, root)
    open.set(root.id, found)
    return found
  }

  return messages.filter(({ thread_root_id }) => {
    const root = listed.get(thread_root_id ?? '')
    return root === undefined || !isOpen(root)
  })
}

/** A short thread whose replies are loaded is open at first. */
function isShort(state: FeedState, root: Message): boolean {
  return root.reply_count <= OPEN_UP_TO && threadOf(state, root.id).isComplete
}
