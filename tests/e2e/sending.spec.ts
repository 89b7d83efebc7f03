/** A message that is being sent while its author switches space. Other failures are in tests/components. */
import { callAs, createSpace } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, composer, openSpace } from './meeting.ts'

test('a message that is being sent when its author switches space is still sent, once', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('lea'))
  const { current_org_id: left } = await callAs<{ current_org_id: string }>(page, 'GET', '/auth/me')
  const { name } = await createSpace(page, 'Elsewhere')
  const stored = async () => {
    const path = `/auth/messages?org_id=${left}`
    const { posts } = await callAs<{ posts: { content: string }[] }>(page, 'GET', path)
    return posts.map(({ content }) => content).filter((content) => content.startsWith('Said'))
  }
  await page.route('**/auth/messages', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  for (const text of ['Said while leaving', 'Said last']) {
    await composer(page).fill(text)
    await composer(page).press('Enter')
  }
  await expect(article(page, 'Said last')).toBeVisible()
  await page.unroute('**/auth/messages')

  await openSpace(page, name)

  await expect.poll(stored).toEqual(['Said while leaving', 'Said last'])
  await expect(article(page, 'Said')).toHaveCount(0)
  await page.reload()
  await expect(composer(page)).toBeVisible()
  expect(await stored()).toHaveLength(2)
})
