/** A demo from the help dialog to its end, through the real server (docs/rules/demo.md#playing). */
import type { Message } from '@flockwork/contract/messages'
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, says } from './meeting.ts'

test('a demo plays, takes replies, survives a reload, and leaves nothing behind', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('demo'))
  const stored = async () => (await callAs<{ messages: Message[] }>(page, 'GET', '/demo/messages')).messages
  await says(page, 'This is real')
  await page.clock.install()
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactions' }).click()
  await expect(article(page, 'The new search is live.')).toBeVisible()
  await expect(article(page, 'This is real')).toHaveCount(0)
  await says(page, 'Looks good to me')
  // long enough for any scenario
  await page.clock.runFor(15_000)
  await expect(article(page, 'A reply that is nothing but an emoji')).toBeVisible()
  const shown = await page.getByRole('article').count()
  await expect.poll(async () => (await stored()).length).toBe(shown)

  await page.reload()
  await expect(article(page, 'Looks good to me')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(shown)
  await page
    .getByRole('region', { name: 'Demo messages' })
    .getByRole('button', { name: 'Clear Demo' })
    .click()
  await expect(article(page, 'This is real')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect.poll(stored).toEqual([])
})
