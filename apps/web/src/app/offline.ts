/** Late enough not to be in the way of the first page, early enough for a network that goes soon. */
const AFTER_LOAD_MS = 3000

/**
 * Installs the service worker, with which the app opens without a network (apps/web/worker). Browsers have it on
 * HTTPS and on this machine only; without it everything works as long as there is a network.
 */
export function openOffline(): void {
  // a development server has no build to keep
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
  addEventListener('load', () => setTimeout(install, AFTER_LOAD_MS))
}
