/** A product that offers both ways to sign in, with a fake code-hosting provider. */
import type { Page } from '@playwright/test'
import { startOAuthProvider, type OAuthProvider } from '../../apps/server/test/oauth-provider.ts'
import { expect, test as base } from './fixtures.ts'
import { startProduct } from './product.ts'

export const PASSWORD = 'a long enough password'

/** The first account of the product: its administrator. */
export const ROOT = 'root_of_all'

interface WorkerFixtures {
  provider: OAuthProvider
}

export const test = base.extend<object, WorkerFixtures>({
  provider: [
    async ({}, use) => {
      await using provider = await startOAuthProvider()
      await use(provider)
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ provider }, use) => {
      const product = await startProduct(provider.env)
      await register(product.url, ROOT)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

export interface SignedUp {
  readonly id: string
  readonly name: string
  readonly token: string
}

async function send(url: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text) as unknown
}

/** Creates a local account, without a browser. */
export async function register(productUrl: string, name: string): Promise<SignedUp> {
  const body = { username: name, email: `${name}@example.org`, password: PASSWORD }
  const answer = (await send(`${productUrl}/auth/register`, body)) as Answer
  return { id: answer.user.id, name, token: answer.access_token }
}

interface Answer {
  access_token: string
  user: { id: string }
}

/** A link to set a new password, created by the administrator. */
export async function resetLink(productUrl: string, person: SignedUp): Promise<string> {
  const login = (await send(`${productUrl}/auth/login`, { email: ROOT, password: PASSWORD })) as Answer
  const path = `/api/admin/users/${person.id}/reset-link`
  return ((await send(productUrl + path, {}, login.access_token)) as { url: string }).url
}

export const providerLink = (page: Page) => page.getByRole('link', { name: 'Sign in with GitHub' })
export const identifier = (page: Page) => page.getByRole('textbox', { name: 'Email or username' })
export const password = (page: Page) => page.getByLabel('Password', { exact: true })
export const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
/** Expects `secret` to be neither in the URL, nor in the history, nor in the browser's storage. */
export async function expectForgotten(page: Page, secret: string): Promise<void> {
  expect(page.url()).not.toContain(secret)
  const entries = await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]))
  expect(entries).not.toContain(secret)
}
