import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import type { HistoryPage } from '../state/feed-pages.ts'

/** One request to the history: the page before a cursor, or around a message. */
export type FetchHistory = (
  at: { before: string } | { around: string },
  limit: number,
) => Promise<HistoryPage>

/**
 * The page of 100 before the oldest loaded message. Without a cursor, as after a bootstrap or a trim, the page around
 * that message is fetched, of which half is loaded already, and then the rest.
 */
export async function fetchOlderPage(
  fetchHistory: FetchHistory,
  oldest: { readonly id: string; readonly seq: number },
  cursor: string | null,
): Promise<HistoryPage> {
  if (cursor !== null) return fetchHistory({ before: cursor }, MESSAGE_PAGE_MAX)
  const around = await fetchHistory({ around: oldest.id }, MESSAGE_PAGE_MAX)
  const posts = around.posts.filter(({ seq }) => seq < oldest.seq)
  const missing = MESSAGE_PAGE_MAX - posts.length
  if (!around.has_more || around.oldest_cursor === null || missing <= 0) return { ...around, posts }
  const rest = await fetchHistory({ before: around.oldest_cursor }, missing)
  return { ...rest, posts: [...rest.posts, ...posts] }
}
