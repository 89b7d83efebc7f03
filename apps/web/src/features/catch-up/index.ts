/** The door of the catch-up room: what the user missed in the space (docs/rules/catch-up.md). */
export { catchUpIn } from './params.ts'

/** The page, as a separate chunk. */
export const loadCatchUpPage = () => import('./catch-up-page.tsx')
