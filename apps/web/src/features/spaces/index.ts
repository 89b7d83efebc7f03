/** The door of the spaces room. */
export { withPresence, withSpaceUpdate } from './apply-events.ts'
export { fetchSpaces } from './fetch-spaces.ts'
export { leaveLostSpace, takeLostSpace, type LostSpace } from './leave-lost-space.ts'
export { onInviteRequest, requestInvite } from './invite-requests.ts'
export { presenceOf } from './presence.ts'
export { reloadInto } from './reload-into.ts'
export { spaceKeys } from './keys.ts'
export { afterSignIn, takeNoticeAfterReload } from './switching.ts'
export { useRoster } from './use-roster.ts'
export { useOtherTabsSpace } from './use-other-tabs-space.ts'
export { useSpaces, useSpacesWithUnread } from './use-spaces.ts'
export { takesInvites } from './space-facts.ts'
export { isCountedElsewhere } from './unread-events.ts'
export { createUnreadStore, unreadStoreOf } from './unread-store.ts'
export { useSwitchSpace } from './use-switch-space.ts'

/** The dialog after a space was lost, as a separate chunk. */
export const loadLostSpaceDialog = () => import('./lost-space-dialog.tsx')

/** /join/CODE, as a separate chunk. */
export const loadJoinPage = () => import('./join-page.tsx')

/** Invite people, as a separate chunk. */
export const loadInvitePeople = () => import('./invite-people.tsx')

/** The page, as a separate chunk. */
export const loadSpacesPage = () => import('./spaces-page.tsx')
export { SpaceTile } from './space-tile.tsx'
