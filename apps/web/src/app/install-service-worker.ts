/** After the first page has loaded, but soon enough for a network that fails early. */
const AFTER_LOAD_MS = 3000

/**
 * Installs the service worker that opens the app offline (apps/web/worker). Browsers allow it on HTTPS and loopback
 * only; without it everything works online.
 */
export function installServiceWorker(): void {
  // a development server has no build to cache
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
  addEventListener('load', () => setTimeout(install, AFTER_LOAD_MS))
}
