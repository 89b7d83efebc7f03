/** A newcomer registers and talks with Chirpy. The states of the welcome and the banner are in tests/components. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, fillSignUp, test } from './fixtures.ts'
import { composer } from './meeting.ts'

/** The messages that people posted in the current space, from the server. */
async function contents(page: Page): Promise<string[]> {
  const { posts } = await callAs<{ posts: { content: string; author_type: string }[] }>(
    page,
    'GET',
    '/auth/messages',
  )
  return posts.filter(({ author_type }) => author_type === 'user').map(({ content }) => content)
}

test('a newcomer is welcomed, says hi to Chirpy, and gets an answer to each prompt of its banner', async ({
  visit,
  unique,
}) => {
  test.slow()
  const page = await visit({ isNew: true })
  await fillSignUp(page, unique('hi'))
  const feed = page.getByRole('region', { name: 'Messages', exact: true })
  await page.getByRole('button', { name: 'Say hi to Chirpy' }).click()
  await expect(composer(page)).toHaveValue('@chirpy hi')
  await expect(composer(page)).toBeFocused()
  expect(await contents(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(feed.getByText('Hello. I am Chirpy, the guide of this workspace.')).toBeVisible()

  const banner = page.getByRole('region', { name: 'Chirpy, your guide' })
  const answers = [
    { prompt: 'Give me a tour', says: 'A short tour' },
    { prompt: 'Show the docs', says: 'I know these help articles' },
    { prompt: 'Connect my own MCP agent', says: 'Connecting an MCP client' },
  ]
  for (const { prompt, says } of answers) {
    await banner.getByRole('button', { name: prompt }).click()
    await expect(feed.getByText(says).last()).toBeInViewport()
  }
  // an earlier answer contains the words of the last one, too
  const asked = async () => (await contents(page)).filter((content) => content.startsWith('@chirpy'))
  await expect.poll(asked).toHaveLength(1 + answers.length)
})
