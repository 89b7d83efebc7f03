import { MESSAGE_PAGE_MAX } from '@flockwork/contract/limits'
import type { HistoryPage } from '../state/feed-pages.ts'

/** One question to the history: the page before a cursor, or about a message. */
export type AskHistory = (at: { before: string } | { around: string }, limit: number) => Promise<HistoryPage>

/**
 * The page of 100 before the oldest held message. Where no cursor says where that is, after a bootstrap or a trim, half
 * of the page about the message is held already: then the rest is asked for too.
 */
export async function olderPage(
  ask: AskHistory,
  oldest: { readonly id: string; readonly seq: number },
  cursor: string | null,
): Promise<HistoryPage> {
  if (cursor !== null) return ask({ before: cursor }, MESSAGE_PAGE_MAX)
  const about = await ask({ around: oldest.id }, MESSAGE_PAGE_MAX)
  const posts = about.posts.filter(({ seq }) => seq < oldest.seq)
  const missing = MESSAGE_PAGE_MAX - posts.length
  if (!about.has_more || about.oldest_cursor === null || missing <= 0) return { ...about, posts }
  const rest = await ask({ before: about.oldest_cursor }, missing)
  return { ...rest, posts: [...rest.posts, ...posts] }
}
