/** One product for the tests of a worker; people in browser contexts of their own. */
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
  /** Opens a browser of its own, at the start page. */
  visit: (options?: VisitOptions) => Promise<Page>
  /** A new person, signed up through the form and standing in the Messages tab. */
  signUp: (name: string, options?: VisitOptions) => Promise<Visitor>
  /** A name that nobody has yet. */
  unique: (stem: string) => string
}

interface VisitOptions {
  readonly theme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
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
    { scope: 'worker', timeout: 60_000 },
  ],

  unique: async ({}, use) => {
    const suffix = Math.random().toString(36).slice(2, 7)
    await use((stem) => `${stem}_${suffix}`)
  },

  visit: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await openContext(browser, product.url, options)
      contexts.push(context)
      const page = await context.newPage()
      await page.goto('/')
      return page
    })
    for (const context of contexts) await context.close()
  },

  signUp: async ({ visit }, use) => {
    await use(async (name, options) => {
      const page = await visit(options)
      await fillSignUp(page, name)
      await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
      return { page, name }
    })
  },
})

function openContext(browser: Browser, baseURL: string, { theme = 'light', size = DESKTOP }: VisitOptions) {
  return browser.newContext({
    baseURL,
    viewport: { ...size },
    colorScheme: theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
}

/** Goes through the form for a new account, whichever way it stands first. */
async function fillSignUp(page: Page, name: string): Promise<void> {
  const username = page.getByRole('textbox', { name: 'Username', exact: true })
  const toCreate = page.getByRole('button', { name: 'Create account' })
  await expect(toCreate).toBeVisible()
  if (!(await username.isVisible())) await toCreate.click()
  await username.fill(name)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** No breach of WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}
