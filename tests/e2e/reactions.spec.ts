/** Reactions between browsers (docs/rules/messages.md#reactions). Those of one user are in tests/components. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { agentOf, article, meet, says, toolbarOf } from './meeting.ts'

const counted = (page: Page, text: string, name: string) =>
  article(page, text).getByRole('button', { name, exact: true })

const newestId = async (page: Page) => {
  const { posts } = await callAs<{ posts: { id: string }[] }>(page, 'GET', '/auth/messages?limit=1')
  return posts[0]?.id ?? ''
}

test('a reaction appears in every browser at once, an agent’s too, and a second click removes it', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const [ana, bob] = [(await signUp(unique('ana'))).page, (await signUp(unique('bob'))).page]
  await meet(ana, bob)
  const agent = await agentOf(ana, unique('scout'))
  await says(ana, 'Shall we release?')

  await article(bob, 'Shall we release?').hover()
  const toolbar = toolbarOf(article(bob, 'Shall we release?'))
  for (const name of [
    'Like this message',
    'Dislike this message',
    'This is fire!',
    'Ship it!',
    'Absolutely!',
  ]) {
    await expect(toolbar.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await toolbar.getByRole('button', { name: 'Ship it!' }).click()

  await expect(counted(bob, 'Shall we release?', 'Ship it!, 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(counted(ana, 'Shall we release?', 'Ship it!, 1')).toHaveAttribute('aria-pressed', 'false')

  await agent(`/posts/${await newestId(ana)}/react`, { emoji: '🚀' })
  for (const page of [ana, bob]) await expect(counted(page, 'Shall we release?', 'Ship it!, 2')).toBeVisible()

  await counted(ana, 'Shall we release?', 'Ship it!, 2').click()
  await expect(counted(ana, 'Shall we release?', 'Ship it!, 3')).toHaveAttribute('aria-pressed', 'true')
  await expect(counted(bob, 'Shall we release?', 'Ship it!, 3')).toBeVisible()
  await counted(ana, 'Shall we release?', 'Ship it!, 3').click()
  for (const page of [ana, bob]) await expect(counted(page, 'Shall we release?', 'Ship it!, 2')).toBeVisible()
})

test('any emoji can be chosen by keyboard, and nothing is fetched from third parties', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('kim'))
  await says(page, 'good news')
  const own = new URL(page.url()).origin
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) foreign.push(request.url())
  })

  await page.keyboard.press('Shift+Tab')
  await page.getByRole('region', { name: 'Messages' }).focus()
  await expect(article(page, 'good news')).toBeFocused()
  await page.keyboard.press('+')
  await expect(page.getByRole('dialog', { name: 'Pick an emoji' })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
  await page.keyboard.type('party popper')
  await expect(page.getByRole('gridcell', { name: 'party popper' })).toBeVisible()
  // until the results have updated, Enter would choose another one
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await page.keyboard.press('Enter')

  await expect(counted(page, 'good news', 'party, 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(article(page, 'good news')).toBeFocused()

  // the arrow moves to the author's name and on to the reaction, which Enter removes
  await page.keyboard.press('ArrowRight')
  await expect(article(page, 'good news').locator('[data-who]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(counted(page, 'good news', 'party, 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(counted(page, 'good news', 'party, 1')).toHaveCount(0)
  expect(foreign).toEqual([])
})
