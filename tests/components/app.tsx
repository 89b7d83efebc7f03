/**
 * Component tests: screens of the web app in a real Chromium, without a server. A test takes milliseconds, where a
 * browser test of tests/e2e takes seconds: use it for the states of a form or a screen. What is a journey, or needs the
 * real server, several tabs, a page load, the service worker or the network, stays in tests/e2e.
 *
 * Run them by
 *
 *     vitest run --config tests/components/vitest.config.ts [FILE] [-t NAME]
 *
 * How to write one:
 *
 *     import { expect, test } from 'vitest'
 *     import { page, userEvent } from 'vitest/browser'
 *     import { openApp } from './app.tsx'
 *     import { refusal } from './fake-server.ts'
 *     import { agent, message, person } from './world.ts'
 *
 *     test('a name that is rejected shows why, and stays in its field', async () => {
 *       const { server } = await openApp({ me: person('ana'), path: '/home?settings=account' })
 *       server.answer(accountRoutes.update, () => refusal(400, 'guardrail_violation', 'Not this'))
 *
 *       await page.getByRole('textbox', { name: 'Full name' }).fill('Ana')
 *       await page.getByRole('button', { name: 'Save' }).click()
 *
 *       await expect.element(page.getByText('Not this')).toBeVisible()
 *       expect(server.calls(accountRoutes.update)).toMatchObject([{ body: { full_name: 'Ana' } }])
 *     })
 *
 * 1. `openApp` mounts the whole app (`<App>`: session gate, router, shell) as a page load of `path` would. Without
 *    `me` nobody is signed in. It resolves when the first screen is there and its calls have been answered. After each
 *    test the app is unmounted and everything that the page stored is removed.
 * 2. `world` is the state of the server: spaces, agents, messages … built by the functions of world.ts, whose last
 *    argument overrides fields. The default answers read the world at each call, so a test may change it at any time.
 *    Calls that the app makes by itself have default answers (default-answers.ts; add those of a new screen there);
 *    calls of a user's actions are answered by the test: `server.answer(route, handler)`. A handler gets the parsed
 *    `{ params, query, body, key }` and returns the route's response, or `refusal(…)`, `wrongFields(…)`. Responses and
 *    events are checked against the contract, input is parsed by it (and rejected with 422 as the server does). A call
 *    without a handler, and a response that breaks the contract, fail the test.
 * 3. Find elements as a user does: `page.getByRole('button', { name: 'Send' })`. Names match in part unless
 *    `exact: true`. `await expect.element(locator).toBeVisible()` waits up to 10 s; `expect(value)` doesn't wait. For
 *    an element that is absent: `await expect.element(locator).not.toBeInTheDocument()`. The matchers are those of
 *    jest-dom: https://vitest.dev/api/browser/assertions; `toHaveTextContent` compares the whole text,
 *    `toMatchTextContent` a part. Keys: `await userEvent.keyboard('{Escape}')`, and `press(locator, '{Enter}')` of
 *    browser-state.ts.
 * 4. Live events: `server.emit('message', { … }, seq)`, or `app.arrive(message)` for somebody else's message. A server
 *    that is down: `server.isReachable = false`. A slow response: `const release = server.hold(route)`. Offline, in a
 *    hidden tab, with notifications: browser-state.ts.
 * 5. `size: PHONE` and `theme: 'dark'` as in tests/e2e; `expectAccessible()` runs axe on the screen in both themes.
 *    Once per screen or state is enough.
 * 6. Time: `vi.useFakeTimers({ shouldAdvanceTime: true })` before `openApp`, then `vi.advanceTimersByTime(ms)`; the
 *    harness restores real timers at the end.
 * 7. A real navigation (the provider's link, the reload into another space) doesn't happen: `app.left` lists its
 *    targets, and `await app.reload()` loads the last one, with the same storage and server; `app.reload('/path')` is
 *    a visit by the address bar.
 */
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { Profile } from '@flockwork/contract/auth'
import type { Message } from '@flockwork/contract/messages'
import { Services, type AppServices } from '../../apps/web/src/api/services.ts'
import { createTab } from '../../apps/web/src/api/tab.ts'
import { App } from '../../apps/web/src/app/app.tsx'
import { watchFocus } from '../../apps/web/src/app/cache/query-client.ts'
import { readArrival } from '../../apps/web/src/app/gate/arrival.ts'
import { resetFeeds } from '../../apps/web/src/features/messages/index.ts'
import { DISCONNECTED } from '../../apps/web/src/realtime/connection.ts'
import { setLive } from '../../apps/web/src/realtime/use-connection.ts'
import { isEvictable } from '../../apps/web/src/storage/keys.ts'
import { createSafeStorage } from '../../apps/web/src/storage/safe-storage.ts'
import { memoryBacking } from '../../apps/web/src/storage/test-storage.ts'
import { tabStorage } from '../../apps/web/src/storage/tab-storage.ts'
import '../../apps/web/src/styles/index.css'
import { announce } from '../../apps/web/src/ui/announce.ts'
import { setLetterShortcuts } from '../../apps/web/src/ui/letter-shortcuts.ts'
import { setTheme, watchTheme } from '../../apps/web/src/ui/theme.ts'
import { toasts } from '../../apps/web/src/ui/toast-store.ts'
import { answerFromWorld, openingEvents } from './default-answers.ts'
import { createFakeServer, type FakeServer } from './fake-server.ts'
import { worldOf, type World } from './world.ts'

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

export interface Options {
  /** The address of the page, `/` without one. */
  readonly path?: string
  /** The user of the session cookie; without it nobody is signed in. */
  readonly me?: Profile
  /** What differs from the world of somebody who has just signed up. */
  readonly world?: Partial<World>
  readonly size?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** The user doesn't prefer reduced motion: dialogs fade and slide. By default tests needn't wait for animations. */
  readonly isMoving?: boolean
  /** A device that has not seen the welcome dialog. */
  readonly isNew?: boolean
  /** The user is still asked before a message without a mention or a topic is sent. */
  readonly asksBeforeSending?: boolean
  /** More entries of the browser's storage, without the prefix `ax_production_`. */
  readonly stored?: Readonly<Record<string, string>>
  /** Doesn't wait until the first screen and its data have loaded: for a response that is held. */
  readonly isWaiting?: boolean
  /** Sets up the server before the app's first call. */
  readonly answers?: (server: FakeServer, world: World) => unknown
}

export interface OpenedApp {
  readonly server: FakeServer
  readonly world: World
  /** The app's own services, of the page load that is on screen. */
  services(): AppServices
  /** This browser's storage, as scripts see it. */
  readonly stored: Map<string, string>
  /** Where the page would have gone by a real navigation. */
  readonly left: readonly string[]
  /** What the app wrote to its log. */
  readonly log: readonly unknown[]
  /** Another person or agent posts a message: it is stored, and sent to the open streams. */
  arrive(message: Message): void
  /** Reloads the page: at `path`, else where it navigated to, else at its own address. */
  reload(path?: string): Promise<void>
}

const PREFIX = 'ax_production_'
const cleanups: (() => void | Promise<void>)[] = []
let left: string[] = []

watchTheme()
watchFocus(window, document)
// the tests run in this document, so it must not navigate away
navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument) return
  event.preventDefault()
  const { pathname, search, hash, origin } = new URL(event.destination.url)
  left.push(origin === location.origin ? pathname + search + hash : event.destination.url)
})

/** Unmounts what the test opened. setup.ts calls it after each test. */
export async function closeApp(): Promise<void> {
  vi.useRealTimers()
  for (const end of cleanups.splice(0)) await end()
}

export async function openApp(options: Options = {}): Promise<OpenedApp> {
  const { path = '/', me = null, size = DESKTOP, theme = 'light', isMoving = false } = options
  const world = worldOf(me, options.world)
  const server = createFakeServer(() => openingEvents(world))
  answerFromWorld(server, world)
  options.answers?.(server, world)
  const stored = new Map(Object.entries(storedBy(me, options)))
  const log: unknown[] = []
  let shown: { services: AppServices; root: Root; element: HTMLElement } | null = null
  left = []

  async function load(): Promise<void> {
    const services = createServices(server, stored, log)
    const arrival = readArrival()
    if (arrival.page === null) void services.session.restore()
    const element = document.body.appendChild(document.createElement('div'))
    element.id = 'root'
    const root = createRoot(element)
    shown = { services, root, element }
    root.render(
      <Services value={services}>
        <App arrival={arrival} />
      </Services>,
    )
    if (options.isWaiting === true) return
    // the first load of a screen fetches its modules
    await vi.waitFor(() => expect(element.textContent).not.toMatch(/^(Authenticating.*)?$/), {
      timeout: 20_000,
      interval: 10,
    })
    await isIdle(server)
  }

  function unload(): void {
    shown?.root.unmount()
    shown?.element.remove()
    server.leavePage()
    resetFeeds()
  }

  await page.viewport(size.width, size.height)
  await commands.emulate({ colorScheme: theme, reducedMotion: isMoving ? null : 'reduce' })
  history.replaceState(null, '', path)
  window.focus()
  cleanups.push(async () => {
    unload()
    resetPage()
    expect(server.faults).toEqual([])
  })
  await load()

  return {
    server,
    world,
    services() {
      if (shown === null) throw new Error('No page is loaded')
      return shown.services
    },
    stored,
    left,
    log,
    arrive(message) {
      const posted = { ...message, space_id: message.space_id || (world.me?.current_org_id ?? '') }
      world.posts.push(posted)
      const { space_id, uploaded_at: at, seq } = posted
      server.emit('message', { space_id, at, action: 'created', message: posted }, seq)
    },
    async reload(path) {
      unload()
      const next = path ?? left.at(-1)
      if (next?.startsWith('/')) history.replaceState(null, '', next)
      await load()
    },
  }
}

/** No call is pending, in two frames in a row. */
async function isIdle(server: FakeServer): Promise<void> {
  for (let idle = 0; idle < 2; idle = server.waiting() === 0 ? idle + 1 : 0) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

function createServices(server: FakeServer, stored: Map<string, string>, log: unknown[]): AppServices {
  const timers = {
    after(ms: number, act: () => void) {
      const id = setTimeout(act, ms)
      return () => clearTimeout(id)
    },
    now: () => Date.now(),
    random: () => 0.5,
  }
  const storage = createSafeStorage(() => memoryBacking(stored, () => {}), isEvictable)
  const tab = createTab({
    fetch: server.fetch,
    storage,
    ofThisTab: tabStorage,
    port: null,
    timers,
    warn: (what) => log.push(what),
  })
  return { ...tab, fetch: server.fetch, storage, timers }
}

function storedBy(me: Profile | null, options: Options): Record<string, string> {
  const storedItems: Record<string, string> = { ...options.stored }
  if (options.isNew !== true) storedItems['onboarding_seen_v1'] = 'true'
  if (me !== null && options.asksBeforeSending !== true) {
    storedItems[`auto_route:${me.id}`] = 'never'
    storedItems[`send_anyway:${me.id}`] = 'true'
  }
  return Object.fromEntries(Object.entries(storedItems).map(([name, value]) => [PREFIX + name, value]))
}

/** Resets state that lasts for one page load, but here outlives it. */
function resetPage(): void {
  const toast = toasts.current()
  if (toast) toasts.dismiss(toast.id)
  setLive({ connection: DISCONNECTED, isSlow: false })
  announce('')
  announce('', 'assertive')
  setLetterShortcuts(true)
  setTheme('system')
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
}
