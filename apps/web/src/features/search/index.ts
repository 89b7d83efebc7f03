/** The Search tab. */
export { searchIn } from './params.ts'

/** The page, as a separate chunk. */
export const loadSearchPage = () => import('./search-page.tsx')
