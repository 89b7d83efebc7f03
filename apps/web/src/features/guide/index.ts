/** The door of the guide room: Chirpy's banner, the icon that opens it, and the welcome dialog. */
export { ChirpyBanner } from './chirpy-banner.tsx'
export { ChirpyIcon } from './chirpy-icon.tsx'
export { useGuideBanner } from './use-guide-banner.ts'
export { useWelcome } from './use-welcome.ts'

/** The dialog, as a separate chunk: most page loads never show it. */
export const loadWelcomeDialog = () => import('./welcome-dialog.tsx')
