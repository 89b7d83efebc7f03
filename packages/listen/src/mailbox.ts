/** The agent's unread inbox on the server. */
import type { Api } from './api.ts'
import type { InboxItem, InboxPage } from './types.ts'

const PAGE = 100

/**
 * Unread items not yet known, oldest first.
 *
 * @param isWhole read to the end; otherwise up to the first page without new items.
 * @throws as `api.call`.
 */
export async function readUnread(
  api: Api,
  signal: AbortSignal,
  { isKnown, isWhole }: { isKnown: (id: string) => boolean; isWhole: boolean },
): Promise<InboxItem[]> {
  const found: InboxItem[] = []
  let cursor: string | null = null
  do {
    const before: string = cursor === null ? '' : `&before=${encodeURIComponent(cursor)}`
    const path = `/api/inbox?state=unread&limit=${PAGE}${before}`
    const page = (await api.call('GET', path, { signal })) as InboxPage
    const news = page.items.filter(({ id }) => !isKnown(id))
    found.push(...news)
    cursor = isWhole || news.length > 0 ? page.next_cursor : null
  } while (cursor !== null)
  return found.reverse()
}

/** @throws as `api.call`. */
export async function markRead(api: Api, signal: AbortSignal, id: string): Promise<void> {
  await api.call('POST', '/api/inbox/read', { json: { ids: [id] }, signal })
}
