/**
 * Component tests: screens of the web app in a real Chromium, without a server. A test takes milliseconds, where a
 * browser test of tests/e2e takes seconds: use it for the states of a form or a screen. What is a journey, needs the
 * real server, several tabs, a page load, the service worker or the network stays in tests/e2e.
 *
 * Run them by
 *
 *     vitest run --config tests/components/vitest.config.ts [FILE] [-t NAME]
 *
 * How a test is written:
 *
 *     import { expect, test } from 'vitest'
 *     import { page, userEvent } from 'vitest/browser'
 *     import { openApp } from './app.tsx'
 *     import { refusal } from './fake-server.ts'
 *     import { agent, message, person } from './world.ts'
 *
 *     test('a name that is refused says why, and stays in its field', async () => {
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
 *    `me` nobody is signed in. It resolves when the first screen is there and its questions
 *    are answered. Each test ends with the app unmounted and
 *    everything that the page remembers gone.
 * 2. `world` says what the server knows: spaces, agents, messages … built by the functions of world.ts, which take a
 *    last argument for what is different. The default answers read the world anew at each call, so a test may change
 *    it as it goes. What the app asks by itself has a default answer (default-answers.ts; add to it what a screen
 *    asks when it opens); what a person does in a test is answered by the test: `server.answer(route, handler)`. A
 *    handler gets the parsed `{ params, query, body, key }` and returns the route's answer, or `refusal(…)`,
 *    `wrongFields(…)`. Answers and events are checked against the contract, input is parsed by it (and refused by 422
 *    as the server does). A call that nobody answers, and an answer that breaks the contract, fail the test.
 * 3. Things are found as a person finds them: `page.getByRole('button', { name: 'Send' })`. Names fit in part unless
 *    `exact: true`. `await expect.element(locator).toBeVisible()` waits up to 10 s; `expect(value)` doesn't wait. An
 *    absent part: `await expect.element(locator).not.toBeInTheDocument()`. The matchers are those of jest-dom:
 *    https://vitest.dev/api/browser/assertions; `toHaveTextContent` is about the whole text,
 *    `toMatchTextContent` about a part. Keys:
 *    `await userEvent.keyboard('{Escape}')`, and `press(locator, '{Enter}')` of browser-state.ts.
 * 4. Live events: `server.emit('message', { … }, seq)`, or `app.arrive(message)` for a message by somebody else.
 *    A server that doesn't answer: `server.isReachable = false`. A slow answer: `const release = server.hold(route)`.
 *    Without a network, behind another tab, with notifications: browser-state.ts.
 * 5. `size: PHONE` and `theme: 'dark'` as in tests/e2e; `expectAccessible()` runs axe on the screen in both themes.
 *    Once a screen or state is enough.
 * 6. Time: `vi.useFakeTimers({ shouldAdvanceTime: true })` before `openApp`, then `vi.advanceTimersByTime(ms)`; the
 *    harness goes back to real timers at the end.
 * 7. A real navigation (the provider's link, the reload into another space) doesn't happen: `app.left` lists where the
 *    page would have gone, and `await app.reload()` goes there, with the same storage and server;
 *    `app.reload('/path')` goes where a person would by the address bar.
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
  /** Whose session the browser's cookie is of; without it nobody is signed in. */
  readonly me?: Profile
  /** What differs from the world of somebody who signed up a moment ago. */
  readonly world?: Partial<World>
  readonly size?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** Whoever reads is content with motion: what opens fades and slides. Without it nothing has to be waited for. */
  readonly isMoving?: boolean
  /** A device that has not seen the welcome dialog. */
  readonly isNew?: boolean
  /** Somebody who is still asked before a message without a mention or a topic goes out. */
  readonly asksBeforeSending?: boolean
  /** What the browser's storage holds besides, without the prefix `ax_production_`. */
  readonly stored?: Readonly<Record<string, string>>
  /** Doesn't wait until the first screen is there and everything it asked for: for an answer that is held. */
  readonly isWaiting?: boolean
  /** Changes the server before the app asks anything. */
  readonly answers?: (server: FakeServer, world: World) => unknown
}

export interface OpenedApp {
  readonly server: FakeServer
  readonly world: World
  /** The app's own services; of the page load that is on screen. */
  services(): AppServices
  /** What this browser keeps, as its scripts find it. */
  readonly stored: Map<string, string>
  /** Where the page would have gone by a real navigation. */
  readonly left: readonly string[]
  /** What the app wrote to its log. */
  readonly log: readonly unknown[]
  /** A message of another person or agent is posted: stored, and sent to the open streams. */
  arrive(message: Message): void
  /** Loads the page anew: at `path`, else where it wanted to go by a real navigation, else at its own address. */
  reload(path?: string): Promise<void>
}

const PREFIX = 'ax_production_'
const endings: (() => void | Promise<void>)[] = []
let left: string[] = []

watchTheme()
watchFocus(window, document)
// the tests run in this document, which must not go away
navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument) return
  event.preventDefault()
  const { pathname, search, hash, origin } = new URL(event.destination.url)
  left.push(origin === location.origin ? pathname + search + hash : event.destination.url)
})

/** Ends what the test opened. setup.ts calls it after each test. */
export async function closeApp(): Promise<void> {
  vi.useRealTimers()
  for (const end of endings.splice(0)) await end()
}

export async function openApp(options: Options = {}): Promise<OpenedApp> {
  const { path = '/', me = null, size = DESKTOP, theme = 'light', isMoving = false } = options
  const world = worldOf(me, options.world)
  const server = createFakeServer(() => openingEvents(world))
  answerFromWorld(server, world)
  options.answers?.(server, world)
  const stored = new Map(Object.entries(rememberedBy(me, options)))
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
  endings.push(async () => {
    unload()
    forgetPage()
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

/** The app waits for no answer, in two frames one after the other. */
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

function rememberedBy(me: Profile | null, options: Options): Record<string, string> {
  const remembered: Record<string, string> = { ...options.stored }
  if (options.isNew !== true) remembered['onboarding_seen_v1'] = 'true'
  if (me !== null && options.asksBeforeSending !== true) {
    remembered[`auto_route:${me.id}`] = 'never'
    remembered[`send_anyway:${me.id}`] = 'true'
  }
  return Object.fromEntries(Object.entries(remembered).map(([name, value]) => [PREFIX + name, value]))
}

/** What lives as long as a page does, and here outlives it. */
function forgetPage(): void {
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
