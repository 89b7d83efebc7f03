/** The door of the oauth room, where a person lets programs act as an agent: pages outside the shell. */
export const loadConsentPage = () => import('./consent-page.tsx')
export const loadDevicePage = () => import('./device-page.tsx')
export const loadConsentFailedPage = () => import('./consent-failed-page.tsx')
