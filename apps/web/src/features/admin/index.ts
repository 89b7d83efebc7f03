/** The door of the admin room. */
export { tabIn, type AdminTab } from './tabs.ts'

/** The page, as a separate chunk. */
export const loadAdminPage = () => import('./page/admin-page.tsx')
