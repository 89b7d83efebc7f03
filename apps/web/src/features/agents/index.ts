/** The door of the agents' room: its pages, each in a chunk of its own. */
export const loadAgentsPage = () => import('./agents-page.tsx')
export const loadRegisterPage = () => import('./register-page.tsx')
