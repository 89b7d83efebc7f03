/** Opens a state of a screen and takes screenshots in both themes and in the sizes of its frame. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { DESKTOP, PHONE, WELCOME_SEEN, settle } from '../e2e/fixtures.ts'
import { NOW, PASSWORD, moveClock } from './scene/api.ts'
import type { Scene } from './scene/scene.ts'
import type { State } from './screen.ts'

export const THEMES = ['light', 'dark'] as const

interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly deviceScaleFactor?: number
}

const SIZES: Record<State['frame'], readonly Size[]> = {
  both: [
    { name: 'desktop', ...DESKTOP },
    { name: 'phone', ...PHONE },
  ],
  desk: [{ name: 'desktop', ...DESKTOP }],
  narrow: [{ name: 'narrow', width: 320, height: 693 }],
  help: [{ name: 'help', width: 1024, height: 640 }],
  zoomed: [{ name: 'zoomed', width: DESKTOP.width / 2, height: DESKTOP.height / 2, deviceScaleFactor: 2 }],
}

export interface Picture {
  readonly size: string
  readonly theme: (typeof THEMES)[number]
  /** The width of the picture in pixels. */
  readonly width: number
  readonly height: number
  readonly png: Buffer
}

export async function photograph(browser: Browser, scene: Scene, state: State): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const size of SIZES[state.frame]) {
    const context = await openContext(browser, scene, state, size)
    try {
      const page = await open(context, scene, state)
      const { width, height, deviceScaleFactor = 1 } = size
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.waitForFunction(
          (dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark,
          theme === 'dark',
        )
        await settle(page)
        const png = await page.screenshot({ animations: 'disabled', timeout: 15_000 })
        pictures.push({
          size: size.name,
          theme,
          width: width * deviceScaleFactor,
          height: height * deviceScaleFactor,
          png,
        })
      }
    } finally {
      // or the list of devices would show the sessions of all pictures
      await context.setOffline(false)
      const headers = { origin: scene.product.url }
      await context.request.post('/auth/logout', { data: {}, headers }).catch(() => {})
      await context.close()
    }
  }
  return pictures
}

async function openContext(browser: Browser, scene: Scene, { as, isNew = false }: State, size: Size) {
  const { product, people } = scene
  const tasksSeen = as && { name: `ax_production_tasks_welcome_v1:${people[as].id}`, value: 'true' }
  const localStorage = isNew ? [] : [WELCOME_SEEN, ...(tasksSeen && as !== 'nell' ? [tasksSeen] : [])]
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: size.deviceScaleFactor ?? 1,
    hasTouch: size.name === 'phone' || size.name === 'narrow',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(10_000)
  return context
}

async function open(context: BrowserContext, scene: Scene, { name, as, path, before, act }: State) {
  const isLoading = name === 'loading'
  // the server's clock runs while pictures are taken
  await moveClock(scene.product, 0)
  if (as !== null) {
    const { name } = scene.people[as]
    const answer = await context.request.post('/auth/login', { data: { email: name, password: PASSWORD } })
    if (!answer.ok()) throw new Error(`${name} can't sign in: ${await answer.text()}`)
  }
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  // taking a picture marks nothing as read: the next one starts from the same state
  await page.route(MARKS_READ, () => {})
  const isQuiet = watchCalls(page)
  await before?.(page, scene)
  await page.goto(typeof path === 'string' ? path : path(scene))
  await isQuiet()
  if (!isLoading) await isShown(page)
  await act?.(page, scene)
  await isQuiet()
  if (!isLoading) await isShown(page)
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Waits until no skeleton is shown, and the feed has settled. */
async function isShown(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const feed = document.querySelector('[data-feed]')
      const isPositioned = feed === null || getComputedStyle(feed).opacity === '1'
      const text = document.getElementById('root')?.textContent ?? ''
      const isThere = text !== '' && !text.startsWith('Authenticating')
      return isThere && document.querySelector('.placeholder-block') === null && isPositioned
    },
    null,
    { timeout: 30_000 },
  )
}

const MARKS_READ = /\/seen$|\/api\/inbox\/read$/
const ENDLESS = /\/api\/sse\/|\/seen$|\/api\/inbox\/read$/
const QUIET_MS = 250
/** A call that stays pending is a state, too. */
const AT_MOST_MS = 6000

/** @returns a function that waits until the page has had no calls for a while, except those that never end */
function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<object>()
  let since = Date.now()
  const done = (request: object) => {
    open.delete(request)
    since = Date.now()
  }
  page.on('request', (request) => {
    since = Date.now()
    if (!ENDLESS.test(request.url())) open.add(request)
  })
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  return async () => {
    const begun = Date.now()
    since = begun
    while ((open.size > 0 || Date.now() - since < QUIET_MS) && Date.now() - begun < AT_MOST_MS) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
