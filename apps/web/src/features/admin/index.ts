/** The door of the administration. */
export { tabIn, type AdminTab } from './tabs.ts'

/** The page, in a chunk of its own. */
export const loadAdminPage = () => import('./page/admin-page.tsx')
