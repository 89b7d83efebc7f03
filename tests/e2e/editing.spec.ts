/** Changing and deleting what was said, within its windows (docs/rules/messages.md#editing). */
import type { Page } from '@playwright/test'
import { DESKTOP, PHONE, expect, expectAccessible, test as base } from './fixtures.ts'
import { act as press, agentOf, article, composer, holdFinger, meet, says, toolbarOf } from './meeting.ts'
import { startProduct, type Product } from './product.ts'

const ADMIN = { username: 'chief', email: 'chief@example.org', password: 'a long enough password' }

/** A product whose administrator is there already: whoever signs up is a person like others. */
const test = base.extend<{ admin: Page }, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct()
      await register(product)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  admin: async ({ visit }, use) => {
    const page = await visit()
    await page.getByRole('textbox', { name: /username/i }).fill(ADMIN.username)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(composer(page)).toBeVisible()
    await use(page)
  },
})

async function register({ url }: Product): Promise<void> {
  const answer = await fetch(`${url}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  expect(answer.ok).toBe(true)
}

const PLACEHOLDER = '[Message deleted]'
const field = (page: Page) => page.getByRole('textbox', { name: 'Edit message' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete message' })

async function choose(page: Page, text: string, act: 'Edit' | 'Delete') {
  await press(article(page, text), act)
}

async function offers(page: Page, text: string) {
  await page.mouse.move(5, 5)
  await article(page, text).hover()
  const toolbar = toolbarOf(article(page, text))
  await expect(toolbar).toBeVisible()
  const has = (name: string) => toolbar.getByRole('button', { name, exact: true }).count()
  return { edit: (await has('Edit')) === 1, delete: (await has('Delete')) === 1 }
}

test('what may be changed, by whom and how long; edited, deleted and erased live', async ({
  admin,
  signUp,
  unique,
}) => {
  test.setTimeout(180_000)
  const [ana, bob] = [(await signUp(unique('ana'))).page, (await signUp(unique('bob'))).page]
  await meet(ana, bob, admin)
  const agent = await agentOf(ana, unique('scout'))
  await says(bob, 'the first draft')

  // by key: Esc gives up, Enter saves, and everybody has it at once
  await bob.getByRole('region', { name: 'Messages' }).focus()
  await expect(article(bob, 'the first draft')).toBeFocused()
  await bob.keyboard.press('e')
  await expect(field(bob)).toBeFocused()
  await bob.keyboard.type(' nobody wants')
  await bob.keyboard.press('Escape')
  await expect(article(bob, 'the first draft')).toBeFocused()
  await expect(article(bob, 'nobody wants')).toHaveCount(0)
  await bob.keyboard.press('e')
  await expect(field(bob)).toHaveValue('the first draft')
  await field(bob).fill('the second draft')
  await field(bob).press('Shift+Enter')
  await bob.keyboard.type('in two lines')
  await field(bob).press('Enter')
  await expect(bob.getByText('Message updated').first()).toBeVisible()
  await expect(article(bob, 'the second draft')).toBeFocused()
  for (const page of [bob, ana]) {
    await expect(article(page, 'the second draft').getByText('edited just now')).toBeVisible()
  }

  // the author reads what it said before; another member can't
  await article(bob, 'the second draft').getByRole('button', { name: 'edited just now' }).click()
  const history = bob.getByRole('dialog', { name: 'Earlier texts' })
  await expect(history.getByText('the first draft')).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()
  await expect(article(ana, 'the second draft').getByRole('button', { name: /edited/ })).toHaveCount(0)

  // an admin of the space deletes what isn't theirs and edits nothing of it; a member does neither
  expect(await offers(ana, 'the second draft')).toEqual({ edit: false, delete: true })
  await says(ana, 'a word of the host')
  expect(await offers(bob, 'a word of the host')).toEqual({ edit: false, delete: false })

  // answered, a message can't be edited any more; an administrator still may
  const { posts } = await lastPosts(ana)
  await agent(`/posts/${posts.find(({ content }) => content.startsWith('the second'))?.id}/reply`, {
    content: 'I like it',
  })
  await expect(article(bob, 'I like it')).toBeVisible()
  expect(await offers(bob, 'the second draft')).toEqual({ edit: false, delete: true })
  expect(await offers(admin, 'the second draft')).toEqual({ edit: true, delete: true })
  await choose(admin, 'the second draft', 'Edit')
  await field(admin).fill('the text of the house')
  await field(admin).press('Enter')
  await expect(article(bob, 'the text of the house').getByText('edited by @chief just now')).toBeVisible()

  // deleted, its place stays, and the focus goes to what comes after it
  await choose(ana, 'the text of the house', 'Delete')
  await expect(question(ana)).toContainText('Delete this message? This cannot be undone.')
  await expect(question(ana).getByRole('textbox', { name: /Reason/ })).toHaveValue('Removed by author')
  await expect(question(ana).getByRole('checkbox')).toHaveCount(0)
  await question(ana).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(ana.getByText('Message deleted', { exact: true }).first()).toBeVisible()
  await expect(question(ana)).toHaveCount(0)
  await expect(article(ana, 'I like it')).toBeFocused()
  for (const page of [ana, bob, admin]) await expect(article(page, PLACEHOLDER)).toBeVisible()
  await article(bob, PLACEHOLDER).hover()
  await expect(toolbarOf(article(bob, PLACEHOLDER))).toHaveCount(0)

  // only an administrator may erase for good
  await choose(admin, 'a word of the host', 'Delete')
  await question(admin)
    .getByRole('checkbox', { name: /Erase for good/ })
    .check()
  await question(admin).getByRole('button', { name: 'Delete', exact: true }).click()
  for (const page of [ana, bob, admin]) {
    await expect(page.getByText('a word of the host')).toHaveCount(0)
    await expect(article(page, PLACEHOLDER)).toHaveCount(2)
  }
})

async function lastPosts(page: Page): Promise<{ posts: { id: string; content: string }[] }> {
  const token = await page.evaluate(() => localStorage.getItem('ax_production_userToken'))
  const answer = await page.request.get('/auth/messages', { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as { posts: { id: string; content: string }[] }
}

test('the arrow in an empty composer edits the last message, and a failure keeps every text', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('uma'))
  await says(page, 'said before')
  await says(page, 'said last')
  await composer(page).press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('said last')

  await page.route('**/api/messages/*', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"detail":"Too late for that"}' }),
  )
  await field(page).fill('said better')
  await field(page).press('Enter')
  await expect(page.getByText('Edit failed')).toBeVisible()
  await expect(page.getByText('Too late for that').first()).toBeVisible()
  await expect(field(page)).toHaveValue('said better')
  await page.unroute('**/api/messages/*')
  await page.route('**/api/messages/*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await field(page).press('Enter')
  await expect(page.getByText('Update failed')).toBeVisible()
  await page.unroute('**/api/messages/*')

  await field(page).fill('x'.repeat(5001))
  await expect(page.getByText('Message too long')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await field(page).fill('said better')
  await field(page).press('Enter')
  await expect(article(page, 'said better')).toBeVisible()
  await expect(field(page)).toHaveCount(0)

  await page.route('**/api/messages/*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await choose(page, 'said better', 'Delete')
  await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Delete failed').first()).toBeVisible()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(article(page, 'said better')).toBeFocused()
})

test('Edit goes after 15 minutes and Delete after 24 hours, while the page stands open', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('tim'))
  await says(page, 'as time goes by')
  await page.clock.install()
  await page.reload()
  await expect(article(page, 'as time goes by')).toBeVisible()
  expect(await offers(page, 'as time goes by')).toEqual({ edit: true, delete: true })
  await page.clock.fastForward('14:00')
  expect(await offers(page, 'as time goes by')).toEqual({ edit: true, delete: true })
  await page.clock.fastForward('02:00')
  expect(await offers(page, 'as time goes by')).toEqual({ edit: false, delete: true })
})

test('on a device whose clock is two hours fast, what was just said can be changed and is recent', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('pam'))
  await page.clock.install({ time: Date.now() + 2 * 3_600_000 })
  await page.reload()
  await says(page, 'said a moment ago')
  await expect.poll(() => offers(page, 'said a moment ago')).toEqual({ edit: true, delete: true })
  await press(article(page, 'said a moment ago'), 'Edit')
  await expect(field(page)).toBeFocused()
  await field(page).press('Escape')

  await page.goto('/?time=30m')
  await expect(article(page, 'said a moment ago')).toBeVisible()
})

for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`editing and deleting are accessible, ${name}`, async ({ signUp, unique }) => {
    const { page } = await signUp(unique('eve'), { size })
    await says(page, 'to be changed')
    const open = async (act: 'Edit' | 'Delete', text: string) => {
      if (size !== PHONE) return choose(page, text, act)
      await holdFinger(article(page, text))
      await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
    }
    await open('Edit', 'to be changed')
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
    await field(page).fill('changed')
    await field(page).press('Enter')
    await article(page, 'changed')
      .getByRole('button', { name: /^edited/ })
      .click()
    await expect(page.getByRole('dialog').getByText('to be changed')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await open('Delete', 'changed')
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    await question(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(article(page, PLACEHOLDER)).toBeVisible()
    await expectAccessible(page)
  })
}
