/** A message's URL opens it in its context (docs/rules/messages.md#addresses). The rest is in tests/components. */
import type { Page } from '@playwright/test'
import { callAs, createSpace, post } from './calls.ts'
import { expect, settle, test } from './fixtures.ts'
import { article, says } from './meeting.ts'

const row = (page: Page, id: string) => page.locator(`[data-stop="${id}"]`)

test("a message's URL opens it in its own space, and again after a reload", async ({ signUp, unique }) => {
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

test("a reply's URL opens it in the middle of a long thread, near its beginning and near its end", async ({
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
    // and it stays there while the other rows are measured
    await settle(page)
    await expect(row(page, id)).toBeInViewport({ ratio: 1 })
  }

  // the reader's next input releases the position
  await says(page, 'said from here')
  await expect(article(page, 'said from here')).toBeInViewport()
})
