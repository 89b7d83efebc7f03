/** The door of the inbox room: what is addressed to the user, in all their spaces. */
export { InboxBell, InboxMenuRow } from './bell.tsx'
export { useInboxLive } from './use-inbox-live.ts'
export { useAppBadge } from './use-app-badge.ts'
export { usePageTitle } from './use-page-title.ts'

/** The page, as a separate chunk. */
export const loadInboxPage = () => import('./inbox-page.tsx')
