/** Searching what was said, and what is talked about. Reads other rooms' tables; writes its own alone. */
export { createIndexer } from './indexer.ts'
export { indexSpace } from './indexing.ts'
export { searchApi } from './routes.ts'
export { searchMessages } from './service.ts'
