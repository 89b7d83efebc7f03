/** The door of the spaces' room. */
export { withPresence, withSpaceUpdate } from './apply-events.ts'
export { spaceKeys } from './keys.ts'
export { isOwnPath } from './own-path.ts'
export { afterSignIn, takeWordsAfterReload } from './switching.ts'
export { useRoster } from './use-roster.ts'
export { useSpaceElsewhere } from './use-space-elsewhere.ts'
export { useSpaces } from './use-spaces.ts'
export { useSwitchSpace } from './use-switch-space.ts'

/** The page, in a chunk of its own. */
export const loadSpacesPage = () => import('./spaces-page.tsx')
