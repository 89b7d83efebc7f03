/** The door of the settings' room. */
export { wantsMentionNotices } from './mention-notices.ts'
export { noticePermission } from './notice-permission.ts'

/** What watches over the account on every page, in a chunk of its own. */
export { storedNoticesHeight } from './notices-height.ts'
export const loadAccountSecurity = () => import('./account-security.tsx')

/** The dialog, in a chunk of its own. It reads its section from the address, and closes by taking it out. */
export const loadSettingsDialog = () => import('./settings-dialog.tsx')
