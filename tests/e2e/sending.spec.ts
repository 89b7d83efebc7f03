/** A message that is being sent while its author switches space. Other failures are in tests/components. */
import { callAs, createSpace } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, composer } from './meeting.ts'

test('a message that is being sent when its author switches space is still sent, once', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('lea'))
  const { current_org_id: left } = await callAs<{ current_org_id: string }>(page, 'GET', '/auth/me')
  const { name } = await createSpace(page, 'Elsewhere')
  // for the list of spaces
  await page.reload()
  const stored = async () => {
    const path = `/auth/messages?org_id=${left}`
    const { posts } = await callAs<{ posts: { content: string }[] }>(page, 'GET', path)
    return posts.map(({ content }) => content).filter((content) => content.startsWith('Said'))
  }
  await page.route('**/auth/messages', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/auth/messages')) return
    sent.push((request.postDataJSON() as { content: string }).content)
  })
  for (const text of ['Said while leaving', 'Said last']) {
    await composer(page).fill(text)
    await composer(page).press('Enter')
  }
  await expect(article(page, 'Said last')).toBeVisible()

  await page.getByRole('button', { name: /Switch space$/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByText(`Switched to ${name}`).first()).toBeVisible()
  await expect(composer(page)).toBeVisible()
  await page.unroute('**/auth/messages')

  await expect.poll(stored).toEqual(['Said while leaving', 'Said last'])
  // the switch loads a new document, which repeats the request that was aborted
  expect(sent).toEqual(['Said while leaving', 'Said while leaving', 'Said last'])
  await expect(article(page, 'Said')).toHaveCount(0)
  await page.reload()
  await expect(composer(page)).toBeVisible()
  expect(await stored()).toHaveLength(2)
})
