/** One product per worker, and a browser context for each person. */
import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { startProduct, type Product } from './product.ts'

export { expect }

const PASSWORD = 'a long enough password'

export interface Visitor {
  readonly page: Page
  readonly name: string
}

interface Fixtures {
  open: (options: VisitOptions) => Promise<BrowserContext>
  /** Opens the start page in a new browser context. */
  visit: (options?: VisitOptions) => Promise<Page>
  /** A new person, whose browser restores their session and shows the Messages tab. */
  signUp: (name: string, options?: VisitOptions) => Promise<Visitor>
  /** A name that isn't taken. */
  unique: (stem: string) => string
}

interface VisitOptions {
  readonly theme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
  /** A device that has not seen the welcome dialog. */
  readonly isNew?: boolean
  /** The browser's device id; by default the page creates one. */
  readonly device?: string
  /** Whether the confirmation before sending a message without a mention or a topic is still on. */
  readonly asksBeforeSending?: boolean
}

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  unique: async ({}, use) => {
    const suffix = Math.random().toString(36).slice(2, 7)
    await use((stem) => `${stem}_${suffix}`)
  },

  open: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await openContext(browser, product.url, options)
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
  },

  visit: async ({ open }, use) => {
    await use(async (options = {}) => {
      const page = await (await open(options)).newPage()
      await page.goto('/')
      return page
    })
  },

  signUp: async ({ open }, use) => {
    await use(async (name, options = {}) => {
      const device = randomUUID()
      const context = await open({ ...options, device })
      await register(context, name, device)
      const page = await context.newPage()
      await page.goto('/')
      // the composer is there before the name of the space has loaded
      const composer = page.getByRole('textbox', { name: 'Message', exact: true })
      await expect(composer).toHaveAttribute('placeholder', /Workspace/)
      if (options?.asksBeforeSending !== true) await sendWithoutAsking(page)
      return { page, name }
    })
  },
})

function openContext(
  browser: Browser,
  baseURL: string,
  { theme = 'light', size = DESKTOP, isNew = false, device }: VisitOptions,
) {
  const remembered = [
    ...(isNew ? [] : [WELCOME_SEEN]),
    ...(device === undefined ? [] : [{ name: 'ax_production_deviceId', value: device }]),
  ]
  return browser.newContext({
    baseURL,
    ...remembering(baseURL, remembered),
    viewport: { ...size },
    colorScheme: theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
}

/** Creates an account, signed in by the browser's cookie: the form has its own tests. */
async function register({ request }: BrowserContext, name: string, device: string): Promise<void> {
  const response = await request.post('/auth/register', {
    data: { username: name, email: `${name}@example.org`, password: PASSWORD },
    headers: { 'x-device-id': device },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/** What the browser stores once the welcome dialog was dismissed. */
export const WELCOME_SEEN = { name: 'ax_production_onboarding_seen_v1', value: 'true' }

/** Options of a new browser context in which the welcome dialog was dismissed. */
export function afterWelcome(url: string) {
  return remembering(url, [WELCOME_SEEN])
}

function remembering(url: string, localStorage: { name: string; value: string }[]) {
  return { storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }
}

/** Stores that the user chose never to be asked before sending, and not to send to Chirpy. */
async function sendWithoutAsking(page: Page): Promise<void> {
  await page.evaluate(() => {
    const prefix = `ax_${localStorage.getItem('ax_environment') ?? 'production'}`
    const claims = localStorage.getItem(`${prefix}_userToken`)?.split('.')[1] ?? ''
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub: string }
    localStorage.setItem(`${prefix}_auto_route:${sub}`, 'never')
    localStorage.setItem(`${prefix}_send_anyway:${sub}`, 'true')
  })
}

/** Fills in the registration form, whichever mode it opens in. */
export async function fillSignUp(page: Page, name: string): Promise<void> {
  const username = page.getByRole('textbox', { name: 'Username', exact: true })
  const toCreate = page.getByRole('button', { name: 'Create account' })
  await expect(toCreate).toBeVisible()
  if (!(await username.isVisible())) await toCreate.click()
  await username.fill(name)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Expects no violation of WCAG 2.2 A and AA, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoBreach(axe(page).withTags(WCAG))
  // the themes differ only in their colours
  await inTheDark(page, () => expectLegible(page))
}

/** Expects no violation of the contrast rules of WCAG 2.2 AA. */
export function expectLegible(page: Page): Promise<void> {
  return expectNoBreach(axe(page).withRules(['color-contrast']))
}

/** Runs `look` in the dark theme, then returns to the light one. */
export async function inTheDark(page: Page, look: () => Promise<void>): Promise<void> {
  // without a transition: in between, colours belong to neither theme
  await changeTheme(page, 'dark', 'reduce')
  await look()
  await changeTheme(page, 'light', null)
}

async function changeTheme(page: Page, colorScheme: 'light' | 'dark', reducedMotion: 'reduce' | null) {
  await page.emulateMedia({ colorScheme, reducedMotion })
  // the page is notified later
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
  await settle(page)
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Reports only violations, and runs axe in the page itself, which has no frames, instead of a new one: the same results
 * in a third of the time.
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function expectNoBreach(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** Waits until all animations have finished, including those that a change has just started. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running')
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    // the end of an animation can start those of inherited properties
    for (let ending: Animation[] | null = null; ending === null || ending.length > 0;) {
      for (let frames = 0; frames < 2; frames += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      ending = moving()
      await Promise.all(ending.map((one) => one.finished.catch(() => null)))
    }
  })
}
