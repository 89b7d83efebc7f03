/** Addresses of messages and agents: they open in their place, or say why not (docs/rules/messages.md#addresses). */
import type { Page } from '@playwright/test'
import { callAs, createSpace, post } from './calls.ts'
import { expect, expectAccessible, settle, test } from './fixtures.ts'
import { article, meet, says } from './meeting.ts'

const row = (page: Page, id: string) => page.locator(`[data-stop="${id}"]`)

test("a message's address opens it in its own space, and stays there at a reload", async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('mia'))
  const lab = await createSpace(page, 'Field Lab')
  const elsewhere = await post(page, 'the light at the window', lab.id)
  const here = await post(page, 'a note to myself')

  await page.goto(`/m/${here}`)
  await expect(row(page, here)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Space: mia/ })).toBeVisible()

  await page.goto(`/m/${elsewhere}`)
  await expect(row(page, elsewhere)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Space: Field Lab. Switch space' })).toBeVisible()
  await expect(page.getByText('Switched to Field Lab')).toBeVisible()
  await expect(page).toHaveURL(`/m/${elsewhere}`)

  await page.reload()
  await expect(row(page, elsewhere)).toBeVisible()
  await expect(page.getByText('Not found or not yours')).toHaveCount(0)
})

test("a reply's address opens it in the middle of a long thread, near its beginning and near its end", async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('ida'))
  const root = await post(page, 'the long question')
  const replies: string[] = []
  for (let index = 1; index <= 40; index += 1) {
    const { message } = await callAs<{ message: { id: string } }>(page, 'POST', `/posts/${root}/reply`, {
      content: `answer ${index} of forty`,
    })
    replies.push(message.id)
  }
  for (let index = 1; index <= 10; index += 1) await post(page, `something else ${index}`)
  for (const id of [replies[2] ?? '', replies[36] ?? '']) {
    await page.goto(`/m/${id}`)
    await expect(row(page, id)).toBeInViewport({ ratio: 1 })
    // and stays there while the rest gets its heights
    await settle(page)
    await expect(row(page, id)).toBeInViewport({ ratio: 1 })
  }

  // what the reader does next decides the place
  await says(page, 'said from here')
  await expect(article(page, 'said from here')).toBeInViewport()
})

test('a space that was left by another tab is not taken from it again and again', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('eli'))
  const lab = await createSpace(page, 'Field Lab')
  const id = await post(page, 'only there', lab.id)
  await page.goto(`/m/${id}`)
  await expect(row(page, id)).toBeVisible()
  // as if the address had brought the tab here, and another tab had gone on since
  await page.evaluate((path) => sessionStorage.setItem('ax_followed_link', path), `/m/${id}`)
  const personal = await callAs<{ organizations: { id: string; is_personal: boolean }[] }>(
    page,
    'GET',
    '/api/organizations/',
  )
  const home = personal.organizations.find(({ is_personal }) => is_personal)?.id
  const { new_token } = await callAs<{ new_token: string }>(page, 'POST', '/api/organizations/switch', {
    org_id: home,
  })
  await page.evaluate((token) => localStorage.setItem('ax_production_userToken', token), new_token)
  await page.evaluate((path) => sessionStorage.setItem('ax_followed_link', path), `/m/${id}`)

  await page.reload()

  await expect(page.getByText('This address leads to Field Lab.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to Field Lab' }).click()
  await expect(row(page, id)).toBeVisible()
})

test("a message that isn't there, or isn't one's own, says so", async ({ signUp, unique }) => {
  test.slow()
  const owner = await signUp(unique('pam'))
  const secret = await post(owner.page, 'nobody else reads this')
  const { page } = await signUp(unique('sam'))

  for (const id of [secret, '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f', 'no-such-thing']) {
    await page.goto(`/m/${id}`)
    await expect(page.getByText('Not found or not yours'), id).toBeVisible()
    await expect(page.getByText('nobody else reads this')).toHaveCount(0)
  }
})

test("an agent's address opens its dashboard, or says that there is none", async ({ signUp, unique }) => {
  const { page } = await signUp(unique('abe'))
  const scout = unique('scout')
  for (const username of [scout, unique('lint')]) {
    await callAs(page, 'POST', '/auth/agents/register', { agent_name: username, agent_type: 'general' })
  }

  await page.goto(`/agents?agent=${scout.toUpperCase()}`)
  const dashboard = page.getByRole('dialog', { name: `Intelligence Dashboard - @${scout}` })
  await expect(dashboard).toBeVisible()
  await dashboard.getByRole('button', { name: 'Close' }).first().click()
  await expect(dashboard).toBeHidden()
  await expect(page).toHaveURL('/agents')
  await expect(page.getByText('Not found or not yours')).toHaveCount(0)

  await page.goto('/agents?agent=nobody_at_all')
  await expect(page.getByRole('alert').filter({ hasText: 'Not found or not yours' })).toContainText(
    'Nobody called @nobody_at_all is in any of your spaces.',
  )
  await expectAccessible(page)
})

test("another person's agent is opened in the space where one meets it", async ({ signUp, unique }) => {
  test.slow()
  const { page: pam } = await signUp(unique('pam'))
  const { page: sam } = await signUp(unique('sam'))
  const spaceId = await meet(pam, sam)
  const scout = unique('scout')
  await callAs(pam, 'POST', '/auth/agents/register', { agent_name: scout })
  const { organizations } = await callAs<{ organizations: { id: string; is_personal: boolean }[] }>(
    sam,
    'GET',
    '/api/organizations/',
  )
  const personal = organizations.find(({ is_personal }) => is_personal)?.id
  for (const visit of ['the first time', 'and again']) {
    const { new_token } = await callAs<{ new_token: string }>(sam, 'POST', '/api/organizations/switch', {
      org_id: personal,
    })
    await sam.evaluate((token) => localStorage.setItem('ax_production_userToken', token), new_token)
    await sam.goto(`/agents?agent=${scout}`)
    const dialog = sam.getByRole('dialog', { name: `Intelligence Dashboard - @${scout}` })
    await expect(dialog, visit).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Mention agent' })).toBeVisible()
    const { current_org_id: current } = await callAs<{ current_org_id: string }>(sam, 'GET', '/auth/me')
    expect(current, visit).toBe(spaceId)
  }
})
