/** From a search of the real index to a message in its context, and back. The tab itself is in tests/components. */
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article } from './meeting.ts'

test('an old message is found and opened in its context, and Back returns to up-to-date results', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('ana'))
  const say = (content: string) =>
    callAs<{ message: { id: string } }>(page, 'POST', '/auth/messages', { content })
  const { message: heron } = await say('the **first** heron of all #birds')
  await say('what stood after it')
  for (let group = 0; group < 11; group += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, index) => say(`the crane lifts ${group * 10 + index}`)))
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search messages', exact: true })
  const rows = page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
  await box.fill('crane lif')
  await box.press('Enter')
  await expect(page.getByRole('status').getByText('110 results, page 1 of 6', { exact: true })).toBeVisible()
  await expect(rows.first().locator('mark')).toHaveText(['crane', 'lifts'])

  await box.fill('#birds heron')
  await box.press('Enter')
  await rows.filter({ hasText: 'the first heron of all' }).getByRole('link').last().click()
  await expect(article(page, 'the first heron of all')).toBeVisible()
  await expect(article(page, 'what stood after it')).toBeVisible()
  await page.goBack()
  const found = rows.filter({ hasText: 'heron' })
  await expect(found.getByRole('link').last()).toBeFocused()
  await callAs(page, 'PUT', `/api/messages/${heron.id}`, { content: 'an **old** heron #birds' })
  await expect(found).toContainText('an old heron')
})
