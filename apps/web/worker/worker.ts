/**
 * The service worker: opens the app without a network, and while the server restarts.
 *
 * It precaches the files of one build and the one page that loads them on install, and caches nothing at runtime. All
 * other requests go to the network as if there were no worker: calls, the event stream, sign-in at a provider. So no
 * user data and no visited URL is ever in its cache (ADR-0014).
 */
import { isPage } from '../server-paths.ts'

declare const self: ServiceWorkerGlobalScope
/** Paths, filled in by the build. */
declare const __BUILD__: { readonly id: string; readonly entry: string; readonly files: readonly string[] }

const BUILD = __BUILD__
const FILES = new Set(BUILD.files)
const PREFIX = 'flockwork-'
const CACHE = PREFIX + BUILD.id
/** Every URL of the app is served with this page. */
const PAGE = '/'
const PAGE_WAIT_MS = 3000
/** Limited, so that an active page has most of the browser's connections to the server. */
const LOADS_AT_ONCE = 2

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (FILES.has(pathname)) event.respondWith(openFile(request, pathname))
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(openPage(request))
})

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(PAGE, await fetchPage())
  const waiting = [...BUILD.files]
  const keepNext = async (): Promise<void> => {
    const file = waiting.shift()
    if (file === undefined) return
    await keepFile(cache, file)
    return keepNext()
  }
  await Promise.all(Array.from({ length: LOADS_AT_ONCE }, keepNext))
  await self.skipWaiting()
}

/**
 * The page of this very build: during an upgrade the server may return another build's, and a proxy its sign-in page.
 *
 * @throws if it is another page; the browser retries the installation at a later visit.
 */
async function fetchPage(): Promise<Response> {
  const answer = await fetch(PAGE, { cache: 'no-store' })
  const html = await answer.clone().text()
  if (!answer.ok || answer.redirected || !html.includes(BUILD.entry))
    throw new Error('Not the page of this build')
  return answer
}

/** Names contain a content hash, so the previous build may have cached the file already. */
async function keepFile(cache: Cache, file: string): Promise<void> {
  const existing = await caches.match(file)
  if (existing === undefined) await cache.add(file)
  else await cache.put(file, existing)
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function openFile(request: Request, path: string): Promise<Response> {
  return (await cached(path)) ?? fetch(request)
}

/** The server's page, which is always current; the cached one if that is slow or fails. */
async function openPage(request: Request): Promise<Response> {
  const response = fetch(request)
  const answer = await Promise.race([response.catch(() => undefined), wait(PAGE_WAIT_MS)])
  if (answer !== undefined && answer.status < 500) return answer
  return (await cached(PAGE)) ?? response
}

async function cached(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE)
  return cache.match(path)
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}
