/** The door of catching up: what the user missed in the space (docs/rules/catch-up.md). */
export { catchUpIn } from './params.ts'

/** The page, in a chunk of its own. */
export const loadCatchUpPage = () => import('./catch-up-page.tsx')
