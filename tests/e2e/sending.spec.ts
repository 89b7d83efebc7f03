/** What a person typed survives every failure. */
import { callAs, createSpace, post } from './calls.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { act, agentOf, article, composer, openSpace, says } from './meeting.ts'

test('a message written offline waits in the feed and goes out when the network is back', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('ola'))
  await page.context().setOffline(true)
  await composer(page).fill('Written on the train')
  await composer(page).press('Enter')
  await expect(page.getByText('You are offline. Messages will send when you are back.')).toBeVisible()
  await expect(page.getByText('Written on the train')).toBeVisible()

  await page.context().setOffline(false)

  await expect(page.getByRole('article').filter({ hasText: 'Written on the train' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Written on the train')).toHaveCount(1)
})

test('a message written far back in history stands there and survives a reload, whatever the history answers', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('hal'))
  const first = await post(page, 'long ago')
  for (let index = 1; index <= 101; index += 1) await post(page, `filler ${index} of many`)
  await page.goto(`/m/${first}`)
  await expect(article(page, 'long ago')).toBeVisible()
  await expect(article(page, 'filler 101')).toHaveCount(0)
  // neither the newest messages nor the answer to the send come
  await page.route('**/auth/messages*', () => {})

  await composer(page).fill('Written on the way home')
  await composer(page).press('Enter')
  await expect(article(page, 'Written on the way home')).toBeVisible()
  await expect(composer(page)).toHaveValue('')
  await page.unroute('**/auth/messages*')
  await page.goto('/')

  await expect(article(page, 'Written on the way home')).toBeVisible()
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)
  await expect(article(page, 'Written on the way home')).toHaveCount(1)
})

test('a message still on its way when its writer goes to another space goes out all the same, once', async ({
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

test('a message that the server refuses comes back with Retry, Edit and Delete', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('rex'))
  await page.route('**/auth/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { detail: 'There is no channel notes here' } })
      : route.continue(),
  )
  await composer(page).fill('This one is stubborn')
  await composer(page).press('Enter')
  await expect(page.getByText('Not sent. There is no channel notes here.')).toBeVisible()
  await expect(page.getByText('There was an error sending your message. Please try again.')).toBeVisible()

  await page.unroute('**/auth/messages')
  await page.getByRole('button', { name: 'Retry' }).click()

  await expect(page.getByText('Not sent.')).toBeHidden()
  await page.reload()
  await expect(page.getByText('This one is stubborn')).toHaveCount(1)
})

test('a secret is stopped, with the reason, wherever it is written, and its text is kept', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('sam'))
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const notice = page.getByRole('alert').filter({ hasText: 'Content Blocked.' })
  await composer(page).fill(`the token is ${secret}`)
  await composer(page).press('Enter')
  await expect(page.getByText(secret).first()).toBeVisible()
  await expect(notice).toHaveCount(1)
  await composer(page).fill('something else')
  await expect(notice).toHaveCount(0)
  await composer(page).fill('')
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click()

  // in the box of a reply, and where a text is changed: until that text changes, and nowhere else
  await says(page, 'what is the token?')
  const row = article(page, 'what is the token?')
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  await act(row, 'Reply')
  await reply.fill(`it is ${secret}`)
  await reply.press('Enter')
  const box = page.locator('form').filter({ has: reply })
  await expect(box.getByRole('alert')).toContainText('Content Blocked.')
  await expect(box.getByRole('alert').locator('p')).toHaveCount(2)
  await expect(notice).toHaveCount(1)
  await expect(reply).toHaveValue(`it is ${secret}`)
  await expectAccessible(page)
  await reply.press('End')
  await reply.press('Backspace')
  await expect(notice).toHaveCount(0)
  await reply.press('Escape')

  await row.focus()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Edit message' })
  await field.fill(`the token is ${secret}`)
  await field.press('Enter')
  await expect(page.locator('[data-edit-box]').getByRole('alert')).toContainText('Content Blocked.')
  await expect(page.locator('[data-edit-box]').getByRole('alert').locator('p')).toHaveCount(2)
  await expect(notice).toHaveCount(1)
  await field.fill('the token is a secret')
  await expect(notice).toHaveCount(0)
  // what would be typed while it is being saved would be lost
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/messages/*', async (route) => {
    await held
    await route.continue()
  })
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await expect(field).not.toBeEditable()
  answer()
  await expect(article(page, 'the token is a secret')).toBeVisible()
})

test('replies that were begun are kept, each at its message, and a pencil says where', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('dru'))
  const agent = await agentOf(page, unique('scout'))
  await says(page, 'the question')
  await says(page, 'another matter')
  const asked = await agent<{ posts: { id: string; content: string }[] }>('/auth/messages')
  const question = asked.posts.find(({ content }) => content === 'the question')
  await agent(`/posts/${question?.id}/reply`, { content: 'an answer' })
  await expect(article(page, 'an answer')).toBeVisible()
  const box = page.getByRole('textbox', { name: /^Reply to/ })
  const pencil = page.getByRole('button', { name: 'Draft reply' })
  const isKept = (text: string) =>
    page.waitForFunction((words) => JSON.stringify({ ...localStorage }).includes(words), text)

  // another box is opened before this reply is sent
  await act(article(page, 'another matter'), 'Reply')
  await box.fill('half a thought')
  await isKept('half a thought')
  await expect(pencil).toHaveCount(0)
  await act(article(page, 'an answer'), 'Reply')
  await box.fill('half an objection')
  await isKept('half an objection')
  await expect(pencil).toHaveCount(1)

  await page.reload()
  await expect(pencil).toHaveCount(2)
  await expect(article(page, 'another matter').getByRole('button', { name: 'Draft reply' })).toBeVisible()
  await expect(article(page, 'an answer').getByRole('button', { name: 'Draft reply' })).toBeVisible()
  await expectAccessible(page)

  // closed, the thread says it in its line
  const replies = page.getByRole('button', { name: /^1 reply/ })
  await expect(replies).toContainText('You have a draft here')
  await replies.click()
  await expect(pencil).toHaveCount(1)
  await replies.click()

  await article(page, 'an answer').getByRole('button', { name: 'Draft reply' }).click()
  await expect(box).toHaveValue('half an objection')
  await box.press('Enter')
  await expect(article(page, 'half an objection')).toBeVisible()
  await expect(pencil).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^2 replies/ })).not.toContainText('You have a draft here')

  // given up
  await pencil.click()
  await expect(box).toHaveValue('half a thought')
  await box.press('Escape')
  await expect(pencil).toHaveCount(0)
})

test('a draft survives a reload', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('dee'))
  await composer(page).fill('half a thought')
  const draftKept = page.waitForFunction(() =>
    Object.values(localStorage).some((value) => String(value).includes('half a thought')),
  )
  await draftKept

  await page.reload()

  await expect(composer(page)).toHaveValue('half a thought')
})
