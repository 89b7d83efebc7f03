/** The bar and the filtered feed, in one chunk. */
export { FeedFilter } from './feed-filter.tsx'
export { FilteredPane } from './filtered-pane.tsx'
