/** The door of the spaces' room. */
export { withPresence, withSeen, withSpaceUpdate } from './apply-events.ts'
export { reloadInto } from './reload-into.ts'
export { spaceKeys } from './keys.ts'
export { afterSignIn, takeWordsAfterReload } from './switching.ts'
export { useRoster } from './use-roster.ts'
export { useOtherTabsSpace } from './use-other-tabs-space.ts'
export { useSpaces } from './use-spaces.ts'
export { useSwitchSpace } from './use-switch-space.ts'

/** The page, in a chunk of its own. */
export const loadSpacesPage = () => import('./spaces-page.tsx')
