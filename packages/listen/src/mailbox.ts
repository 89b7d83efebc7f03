/** The agent's unread inbox on the server. */
import type { Api } from './api.ts'
import type { InboxItem, InboxPage } from './types.ts'

const PAGE = 100

/**
 * Unread items not yet known, oldest first.
 *
 * @param isWhole whether to read to the end; otherwise only up to the first page without new items.
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

/** Pages of seen items to search for one, which is among the newest. */
const SEEN_PAGES = 3

/**
 * Whether the item still waits for an answer: it may have been answered elsewhere meanwhile, withdrawn, or deleted.
 *
 * @throws as `api.call`.
 */
export async function isWaiting(api: Api, signal: AbortSignal, id: string): Promise<boolean> {
  return (
    (await isListed(api, signal, id, { state: 'unread', pages: Number.POSITIVE_INFINITY })) ||
    (await isListed(api, signal, id, { state: 'seen', pages: SEEN_PAGES }))
  )
}

async function isListed(
  api: Api,
  signal: AbortSignal,
  id: string,
  { state, pages }: { state: 'unread' | 'seen'; pages: number },
): Promise<boolean> {
  let before = ''
  for (let page = 0; page < pages; page++) {
    const path = `/api/inbox?state=${state}&limit=${PAGE}${before}`
    const { items, next_cursor: next } = (await api.call('GET', path, { signal })) as InboxPage
    if (items.some((item) => item.id === id)) return true
    if (next === null) return false
    before = `&before=${encodeURIComponent(next)}`
  }
  return false
}

/** @throws as `api.call`. */
export async function markRead(api: Api, signal: AbortSignal, id: string): Promise<void> {
  await api.call('POST', '/api/inbox/read', { json: { ids: [id] }, signal })
}
