/** The door of the settings' room. */
export { wantsMentionNotices } from './mention-notices.ts'
export { noticePermission } from './notice-permission.ts'

/** The dialog, in a chunk of its own. It reads its section from the address, and closes by taking it out. */
export const loadSettingsDialog = () => import('./settings-dialog.tsx')
