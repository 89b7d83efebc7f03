/** A running product, a space with two people in it, and one person's feed in a browser. */
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/checks/chromium.ts'
import { afterWelcome } from '../../tests/e2e/fixtures.ts'
import { startProduct } from '../../tests/e2e/product.ts'
import { watchLoad } from './watch-load.ts'

const PASSWORD = 'a long enough password'

export interface Feed {
  readonly page: Page
  readonly devtools: CDPSession
  /** The other person posts a message. */
  say: (content: string) => Promise<void>
  /** Makes an API call as the other person, in the space. */
  callAsOther: <Answer>(method: 'POST' | 'PUT', path: string, body: object) => Promise<Answer>
  /** Opens a page of the same person in another browser, in the personal space, with its loads instrumented. */
  openWatched: () => Promise<Page>
  /** Milliseconds of script, style and layout on the page's main thread since it was opened. */
  spentMs: () => Promise<number>
  close: () => Promise<void>
}

interface Session {
  access_token: string
  user: { current_org_id: string }
}

/**
 * @param throttle the factor by which the page's CPU is slowed down
 * @param messages the initial number of messages
 */
export async function openFeed(throttle: number, messages: number): Promise<Feed> {
  const product = await startProduct()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  const call = async <Answer>(
    path: string,
    body: object,
    token?: string,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<Answer> => {
    const answer = await fetch(product.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const signUp = (username: string) =>
    call<Session>('/auth/register', { email: `${username}@example.org`, password: PASSWORD, username })

  const ana = await signUp('ana')
  const bob = await signUp('bob')
  const space = await call<{ id: string }>(
    '/api/organizations/create',
    { name: 'Field Lab', visibility: 'invite_only', description: '' },
    ana.access_token,
  )
  const { invite_code } = await call<{ invite_code: string }>(
    `/api/organizations/${space.id}/invites`,
    {},
    ana.access_token,
  )
  await call('/api/organizations/join', { invite_code }, bob.access_token)
  await call('/api/organizations/switch', { org_id: space.id }, ana.access_token)
  const say = async (content: string): Promise<void> => {
    await call('/auth/messages', { content, org_id: space.id }, bob.access_token)
  }
  for (let number = 1; number <= messages; number += 1) await say(sample(number))

  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: 800 },
    ...afterWelcome(product.url),
  })
  const page = await context.newPage()
  await signIn(page)
  await openSpace(page)
  if (messages > 0) await page.getByRole('article').first().waitFor()
  const devtools = await context.newCDPSession(page)
  // CPU time, not wall-clock time: the machine may be shared
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (throttle > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })

  return {
    page,
    devtools,
    say,
    callAsOther: (method, path, body) =>
      call(path, { ...body, ...(method === 'POST' && { org_id: space.id }) }, bob.access_token, method),
    async openWatched() {
      const watched = await browser.newContext({
        baseURL: product.url,
        viewport: { width: 1280, height: 800 },
        // it would serve the chunks that are to be delayed
        serviceWorkers: 'block',
        ...afterWelcome(product.url),
      })
      const other = await watched.newPage()
      await other.addInitScript(watchLoad)
      await signIn(other)
      return other
    },
    async spentMs() {
      const { metrics } = await devtools.send('Performance.getMetrics')
      const parts = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'])
      return metrics.reduce((sum, { name, value }) => sum + (parts.has(name) ? value * 1000 : 0), 0)
    },
    async close() {
      await browser.close()
      await product.stop()
    },
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email or username' }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
}

/** Switches from the personal space, which is current after signing in, to the one with two people. */
export async function openSpace(page: Page): Promise<void> {
  await page.goto('/spaces?tab=mine')
  await page.getByRole('button', { name: 'Open Field Lab' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await page.waitForURL((url) => !url.pathname.startsWith('/spaces'))
}

/** Messages as people and agents write them: short, long, with Markdown, with code. */
export function sample(number: number): string {
  if (number % 9 === 0)
    return `Build ${number} is red:\n\n\`\`\`ts\nconst late = ${number}\nif (late) retry()\n\`\`\``
  if (number % 5 === 0) return `@ana could you look at **${number}**? #Bug\n\n- first\n- second`
  if (number % 3 === 0)
    return `${'A longer message that goes over more than one line of the feed. '.repeat(4)}${number}`
  return `Message ${number}`
}
