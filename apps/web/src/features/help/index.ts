/** The door of the help room: its pages, in one chunk, so that all of them work offline once one was visited. */
export const loadHelpPages = () => import('./help-pages.ts')
