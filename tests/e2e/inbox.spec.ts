/** The inbox of what is addressed to somebody, and up to where a space was read. */
import type { Page } from '@playwright/test'
import { callAs, createSpace, post } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test, type Visitor } from './fixtures.ts'
import { article, composer, openSpace } from './meeting.ts'
import { setVisibility } from './notices.ts'

// two people and two browsers: each step takes its time
test.slow()

const PASSWORD = 'a long enough password'
const NOTHING = 'Nothing is waiting for you'

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`, exact: true })
const row = (page: Page, text: string) =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: text })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
/** The user comes back from another window. */
const focus = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))
const sidebarLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** A team space of `host` with `guest` in it; the host stands there, the guest still in their own. */
async function meet(host: Page, guest: Page, name: string): Promise<string> {
  const own = await callAs<{ current_org_id: string }>(guest, 'GET', '/auth/me')
  const { id } = await createSpace(host, name, 'invite_only')
  const { invite_code } = await callAs<{ invite_code: string }>(
    host,
    'POST',
    `/api/organizations/${id}/invites`,
    {},
  )
  await callAs(guest, 'POST', '/api/organizations/join', { invite_code })
  await callAs(guest, 'POST', '/api/organizations/switch', { org_id: own.current_org_id })
  await openSpace(host, name)
  return id
}

/** The same person in a second browser. */
async function signInAgain(visit: () => Promise<Page>, { name }: Visitor): Promise<Page> {
  const page = await visit()
  await page.getByRole('textbox', { name: /username/i }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(composer(page)).toBeVisible()
  return page
}

test('a mention in another space waits in the inbox, opens in its context, and its author sees that it was seen', async ({
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Field Lab')
  await expect(bell(bob.page, 0)).toBeVisible()
  await composer(ana.page).fill(`**Please** look, @${bob.name} here\nand there`)
  await composer(ana.page).press('Control+Enter')
  await expect(article(ana.page, 'look,').getByText(/Waiting for|Delivered to/)).toBeVisible()

  await focus(bob.page)
  await bell(bob.page, 1).click()
  await expect(bob.page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  const waiting = row(bob.page, `Please look, @${bob.name} here`)
  await expect(waiting).toContainText(`${ana.name} mentioned you`)
  await expect(waiting).toContainText('in Field Lab')
  await expect(waiting).toContainText('Unread')
  await expect(waiting).not.toContainText('and there')

  await waiting.getByRole('link').click()
  await expect(bob.page.getByText('Switched to Field Lab')).toBeVisible()
  await expect(article(bob.page, 'look,')).toBeVisible()
  await expect(bell(bob.page, 0)).toBeVisible()
  await expect(article(ana.page, 'look,').getByText(`Seen by @${bob.name}`)).toBeVisible()

  await bob.page.goto('/inbox')
  await expect(bob.page.getByText(NOTHING)).toBeVisible()
  await tab(bob.page, /^All$/).click()
  await expect(row(bob.page, 'Please look')).toContainText('Seen')
})

test('a mention and an answer are counted live, and all are marked as read at once', async ({
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  const space = await meet(ana.page, bob.page, 'Live Lab')
  await openSpace(bob.page, 'Live Lab')
  const mine = await post(bob.page, 'who knows this bird?')
  await sidebarLink(bob.page, 'Agents').click()
  await expect(bell(bob.page, 0)).toBeVisible()

  const live = await bob.page.evaluate(() => document.title)
  await callAs(ana.page, 'POST', `/posts/${mine}/reply`, { content: 'a wren, I think' })
  await expect(bell(bob.page, 1)).toBeVisible({ timeout: 5000 })
  await post(ana.page, `@${bob.name} or a robin`)
  await expect(bell(bob.page, 2)).toBeVisible({ timeout: 5000 })
  await setVisibility(bob.page, 'hidden')
  await expect(bob.page).toHaveTitle(`(2) ${live}`)
  await setVisibility(bob.page, 'visible')
  await expect(bob.page).toHaveTitle(live)

  await bob.page.locator('main').focus()
  await bob.page.keyboard.press('g')
  await bob.page.keyboard.press('i')
  await expect(row(bob.page, 'a wren')).toContainText(`${ana.name} replied to you`)
  await expect(row(bob.page, 'or a robin')).toBeVisible()
  await post(ana.page, 'to nobody', space)
  await bob.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bob.page.getByText(NOTHING)).toBeVisible()
  await expect(bell(bob.page, 0)).toBeVisible()
  await expect(article(ana.page, 'or a robin').getByText(`Seen by @${bob.name}`)).toBeVisible()
  // the space was read to its end with it
  await sidebarLink(bob.page, 'Messages').click()
  await expect(article(bob.page, 'to nobody')).toBeVisible()
  await expect(bob.page.getByText('Unread', { exact: true })).toHaveCount(0)

  // what arrives while all are being marked stays unread
  await sidebarLink(bob.page, 'Agents').click()
  await post(ana.page, `@${bob.name} now a heron`)
  await bell(bob.page, 1).click()
  await expect(row(bob.page, 'now a heron')).toBeVisible()
  const isForEnd = ({ pathname, searchParams }: URL) =>
    pathname === '/auth/messages' && searchParams.get('limit') === '1'
  await bob.page.route(
    isForEnd,
    async (route) => {
      await post(ana.page, `@${bob.name} and a kestrel`)
      await route.continue()
    },
    { times: 1 },
  )
  await bob.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(row(bob.page, 'now a heron')).toHaveCount(0)
  await expect(row(bob.page, 'and a kestrel')).toBeVisible()
  await expect(bell(bob.page, 1)).toBeVisible()
})

test('what one browser read is read in the other, and is told the server only while it is seen', async ({
  visit,
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Two Desks')
  await openSpace(bob.page, 'Two Desks')
  await post(ana.page, 'the first')
  await expect(article(bob.page, 'the first')).toBeVisible()
  const other = await signInAgain(visit, bob)
  await openSpace(other, 'Two Desks')
  await setVisibility(bob.page, 'hidden')
  await setVisibility(other, 'hidden')

  await post(ana.page, `@${bob.name} the second`)
  for (const page of [bob.page, other]) {
    await expect(article(page, 'the second').getByText('Unread', { exact: true })).toBeAttached()
    await expect(bell(page, 1)).toBeVisible()
  }
  expect(await unreadOf(bob.page)).toBe(1)

  await setVisibility(bob.page, 'visible')
  await expect(article(bob.page, 'the second').getByText('Unread', { exact: true })).toHaveCount(0)
  await expect(article(other, 'the second').getByText('Unread', { exact: true })).toHaveCount(0)
  await expect(bell(other, 0)).toBeVisible()
  await expect(article(ana.page, 'the second').getByText(`Seen by @${bob.name}`)).toBeVisible()
})

test('a browser that shows a space for the first time leaves unread what waits there', async ({
  visit,
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'New Desk')
  await post(ana.page, 'long ago')
  await post(ana.page, `@${bob.name} still waiting`)
  const other = await signInAgain(visit, bob)
  await other.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  })
  await openSpace(other, 'New Desk')
  await expect(article(other, 'still waiting').getByText('Unread', { exact: true })).toBeAttached()
  await expect(article(other, 'long ago').getByText('Unread', { exact: true })).toHaveCount(0)
  await expect(bell(other, 1)).toBeVisible()

  await setVisibility(other, 'visible')
  await expect(article(other, 'still waiting').getByText('Unread', { exact: true })).toHaveCount(0)
  await expect(bell(other, 0)).toBeVisible()
})

test('what was read without a network is told when it is back', async ({ signUp, unique }) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Far Field')
  await openSpace(bob.page, 'Far Field')
  await setVisibility(bob.page, 'hidden')
  await post(ana.page, `@${bob.name} read me on the train`)
  await expect(article(bob.page, 'on the train').getByText('Unread', { exact: true })).toBeAttached()
  const { length: none } = await reportsUnder(bob.page, async () => {
    await bob.page.context().setOffline(true)
    await setVisibility(bob.page, 'visible')
    await expect(article(bob.page, 'on the train').getByText('Unread', { exact: true })).toHaveCount(0)
  })
  expect(none).toBe(0)
  await bob.page.context().setOffline(false)
  await expect.poll(() => unreadOf(bob.page)).toBe(0)
})

test('the inbox comes in pages, and keeps what it held while the server doesn’t answer', async ({
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Busy Lab')
  for (let index = 1; index <= 51; index++) await post(ana.page, `@${bob.name} note ${index}.`)

  const refuse = () => bob.page.route('**/api/inbox?*', (route) => route.abort())
  await refuse()
  await bob.page.goto('/inbox')
  await expect(bob.page.getByText('The inbox could not be loaded.')).toBeVisible()
  await bob.page.unroute('**/api/inbox?*')
  await bob.page.getByRole('button', { name: 'Try Again' }).click()
  const rows = bob.page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('note 51.')
  await bob.page.getByRole('button', { name: 'Load older' }).click()
  await expect(rows).toHaveCount(51)
  await expect(rows.last()).toContainText('note 1.')
  await expect(bob.page.getByRole('button', { name: 'Load older' })).toHaveCount(0)

  await refuse()
  await focus(bob.page)
  await expect(bob.page.getByText('This is what the inbox last held.')).toBeVisible()
  await expect(rows).toHaveCount(51)
  await bob.page.unroute('**/api/inbox?*')
  await bob.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bob.page.getByText(NOTHING)).toBeVisible()
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the inbox with rows is accessible, ${sizeName}`, async ({ signUp, unique }) => {
    const ana = await signUp(unique('ana'))
    const bob = await signUp(unique('bob'), { size })
    await meet(ana.page, bob.page, 'Field Lab')
    await post(ana.page, `@${bob.name} the **nightly build** is red since \`a81f\`, can you look?`)
    await post(ana.page, `@${bob.name} ${'a long first line that does not fit on any phone '.repeat(4)}`)
    await bob.page.goto('/inbox')
    await expect(row(bob.page, 'nightly build')).toBeVisible()
    await expectAccessible(bob.page)
    const overflow = await bob.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await bob.page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bob.page.getByText(NOTHING)).toBeVisible()
    await expectAccessible(bob.page)
    await tab(bob.page, /^All$/).click()
    await expect(row(bob.page, 'nightly build')).toContainText('Seen')
    await expectAccessible(bob.page)
  })
}

/** How much the server holds for the page's user that nobody has seen. */
async function unreadOf(page: Page): Promise<number> {
  return (await callAs<{ unread: number }>(page, 'GET', '/api/inbox?state=unread&limit=1')).unread
}

/** The reports of a read position that were answered while something happened. */
async function reportsUnder(page: Page, act: () => Promise<void>): Promise<string[]> {
  const answered: string[] = []
  const hear = (response: { url: () => string }) => {
    if (response.url().endsWith('/seen')) answered.push(response.url())
  }
  page.on('response', hear)
  await act()
  page.off('response', hear)
  return answered
}
