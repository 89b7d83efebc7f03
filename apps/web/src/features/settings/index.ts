/** The door of the settings room. */
export { wantsMentionNotices } from './mention-notices.ts'
export { noticePermission } from './notice-permission.ts'

/** The security prompts of every page, as a separate chunk. */
export { storedNoticesHeight } from './notices-height.ts'
export const loadAccountSecurity = () => import('./account-security.tsx')

/** The dialog, as a separate chunk. Its section is in the URL, and closing removes it from there. */
export const loadSettingsDialog = () => import('./settings-dialog.tsx')
