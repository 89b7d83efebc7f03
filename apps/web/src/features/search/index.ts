/** The Search tab. */
export { searchIn } from './params.ts'

/** The page, in a chunk of its own. */
export const loadSearchPage = () => import('./search-page.tsx')
