/**
 * Searching messages, and trending topics. Reads other rooms' tables, but writes only its own index.
 *
 * Indexing is asynchronous: `indexer.ts` updates the index in the background, and a search first does so for its space
 * (`indexing.ts`). `lexemes.ts` turns messages into indexed words, and queries into searches for them.
 */
export { createIndexer } from './indexer.ts'
export { indexSpace } from './indexing.ts'
export { searchApi } from './routes.ts'
export { createSearch, searchMessages, type SearchDeps } from './service.ts'
export { createSearchSlots, SEARCHES_AT_ONCE, type SearchSlots } from './slots.ts'
