/**
 * Searching messages, and trending topics. Reads other rooms' tables, writes only its own index.
 *
 * The index lags behind: `indexer.ts` brings it up to date in the background, and a search does so for its space first
 * (`indexing.ts`). `lexemes.ts` turns messages into words of the index and queries into searches for them.
 */
export { createIndexer } from './indexer.ts'
export { indexSpace } from './indexing.ts'
export { searchApi } from './routes.ts'
export { createSearch, searchMessages, type SearchDeps } from './service.ts'
export { createSearchSlots, SEARCHES_AT_ONCE, type SearchSlots } from './slots.ts'
