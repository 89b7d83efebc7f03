/** Reactions: one person or agent, one emoji, one message, once (docs/rules/messages.md#reactions). */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test } from './fixtures.ts'
import { agentOf, article, composer, holdFinger, meet, says, toolbarOf } from './meeting.ts'

const counted = (page: Page, text: string, name: string) =>
  article(page, text).getByRole('button', { name, exact: true })

const newestId = async (page: Page) => {
  const { posts } = await callAs<{ posts: { id: string }[] }>(page, 'GET', '/auth/messages?limit=1')
  return posts[0]?.id ?? ''
}

test('a reaction stands at once in every browser, an agent’s counts too, and a second press takes it back', async ({
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

test('a refused reaction is taken off again and said; two quick presses end as they began', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('rex'))
  await says(page, 'a stubborn one')
  await page.route('**/posts/*/react', (route) =>
    route.fulfill({ status: 500, body: '{"detail":"Not today"}' }),
  )
  await article(page, 'a stubborn one').hover()
  await toolbarOf(article(page, 'a stubborn one')).getByRole('button', { name: 'This is fire!' }).click()
  await expect(page.getByText('Reaction failed')).toBeVisible()
  await expect(counted(page, 'a stubborn one', 'This is fire!, 1')).toHaveCount(0)
  await page.unroute('**/posts/*/react')
  await page.getByRole('button', { name: 'Close notification' }).click()

  const wishes: unknown[] = []
  let answerFirst = () => {}
  const held = new Promise<void>((resolve) => (answerFirst = resolve))
  await page.route('**/posts/*/react', async (route) => {
    wishes.push(route.request().postDataJSON())
    await held
    await route.continue()
  })
  const fire = toolbarOf(article(page, 'a stubborn one')).getByRole('button', { name: 'This is fire!' })
  await article(page, 'a stubborn one').hover()
  await fire.click()
  await counted(page, 'a stubborn one', 'This is fire!, 1').click()
  await expect(counted(page, 'a stubborn one', 'This is fire!, 1')).toHaveCount(0)
  answerFirst()

  await expect.poll(() => wishes).toMatchObject([{ add: true }, { add: false }])
  await page.reload()
  await expect(article(page, 'a stubborn one')).toBeVisible()
  await expect(counted(page, 'a stubborn one', 'This is fire!, 1')).toHaveCount(0)
})

test('without a network, and of a deleted message, no reaction is offered', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('ola'))
  await says(page, 'out in the woods')
  const row = article(page, 'out in the woods')
  const like = toolbarOf(row).getByRole('button', { name: 'Like this message', exact: true })
  await row.hover()
  await like.click()
  await expect(counted(page, 'out in the woods', 'Like this message, 1')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))

  await page.context().setOffline(true)
  // the line about it moves the rows
  await expect(page.getByText('You are offline.')).toBeVisible()
  await row.hover()
  await expect(like).toBeDisabled()
  await expect(toolbarOf(row).getByRole('button', { name: 'Add a reaction' })).toBeDisabled()
  await expect(counted(page, 'out in the woods', 'Like this message, 1')).toBeDisabled()
  await expectAccessible(page)
  // whatever presses them
  await row.focus()
  await page.keyboard.press('+')
  // past the author's name
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(counted(page, 'out in the woods', 'Like this message, 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(counted(page, 'out in the woods', 'Like this message, 1')).toBeVisible()
  expect(asked.filter((path) => path.endsWith('/react'))).toEqual([])

  await page.context().setOffline(false)
  await expect(counted(page, 'out in the woods', 'Like this message, 1')).toBeEnabled()
  await counted(page, 'out in the woods', 'Like this message, 1').click()
  await expect(counted(page, 'out in the woods', 'Like this message, 1')).toHaveCount(0)

  await callAs(page, 'DELETE', `/api/messages/${await newestId(page)}`)
  await expect(article(page, 'out in the woods')).toHaveCount(0)
  const deleted = page.getByRole('article').last()
  await deleted.hover()
  await deleted.focus()
  await page.keyboard.press('+')
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a reply stays in its box until it is sent, and one that is only a reaction becomes one', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('rae'))
  const agent = await agentOf(page, unique('scout'))
  await agent('/auth/messages', { content: 'look at this' })
  const row = article(page, 'look at this').first()
  const reply = page.getByRole('textbox', { name: /^Reply to/ })
  const box = page.locator('form').filter({ has: reply })

  // opened and closed by the same control, beginning with the author's name, the cursor at its end
  await row.hover()
  await toolbarOf(row).getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(reply).toHaveValue(/^@scout\S* $/)
  await expect(box.getByText('Press Enter to send • Esc to cancel')).toBeVisible()
  await expect(box.getByRole('button', { name: 'Send' })).toBeDisabled()
  await row.hover({ position: { x: 300, y: 10 } })
  await toolbarOf(row).getByRole('button', { name: 'Cancel reply' }).click()
  await expect(reply).toHaveCount(0)
  await row.focus()
  await page.keyboard.press('r')
  await page.keyboard.type('first thing')
  await page.keyboard.press('Escape')
  await expect(reply).toHaveCount(0)
  await expect(row).toBeFocused()

  // what is refused is still there
  await page.route('**/posts/*/reply', (route) =>
    route.fulfill({ status: 422, json: { detail: 'There is no channel notes here' } }),
  )
  await page.keyboard.press('r')
  await expect(reply).toHaveAttribute('placeholder', 'Reply or react with emojis...')
  await page.keyboard.type('a thought')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unable to send reply. Please try again.')).toBeVisible()
  await expect(box.getByRole('alert')).toHaveText('Reply failed. There is no channel notes here.')
  await expect(reply).toHaveValue(/^@scout\S* a thought$/)
  await expect(page.getByText('Not sent.')).toHaveCount(0)
  await page.unroute('**/posts/*/reply')

  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/posts/*/reply', async (route) => {
    await held
    await route.continue()
  })
  await reply.press('Enter')
  await expect(box.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(reply).toHaveValue(/a thought$/)
  answer()
  await expect(page.getByText('Reply sent').first()).toBeVisible()
  await expect(reply).toHaveCount(0)
  await expect(row).toBeFocused()
  await page.unroute('**/posts/*/reply')
  const answered = article(page, 'a thought')
  await expect(answered).toHaveCount(1)

  // after the name that the box wrote, it is a reaction still
  await row.focus()
  await page.keyboard.press('r')
  await expect(reply).toHaveValue(/^@scout\S* $/)
  await page.keyboard.insertText('👍')
  await page.keyboard.press('Enter')
  await expect(counted(page, 'look at this', 'Like this message, 1')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)

  // to oneself nobody is named
  await answered.hover()
  await toolbarOf(answered).getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(page.getByRole('textbox', { name: `Reply to @${name}...` })).toHaveValue('')
  await page.keyboard.press('Escape')

  await says(page, 'look at that')
  await article(page, 'look at that').hover()
  await toolbarOf(article(page, 'look at that')).getByRole('button', { name: 'Reply', exact: true }).click()
  await reply.fill('!rocket')
  await reply.press('Enter')

  await expect(page.getByText('Reaction added').first()).toBeVisible()
  await expect(counted(page, 'look at that', 'Ship it!, 1')).toBeVisible()
  // that is the answer from before
  await expect(page.getByRole('button', { name: /1 reply/ })).toHaveCount(1)

  await article(page, 'look at that').hover()
  await toolbarOf(article(page, 'look at that')).getByRole('button', { name: 'Reply', exact: true }).click()
  await reply.fill('and this 🚀')
  await reply.press('Enter')
  await expect(page.getByText('Reply sent').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /1 reply/ })).toHaveCount(2)
})

test('the keyboard alone reacts with any emoji, and nothing is fetched from elsewhere', async ({
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
  await page.keyboard.press('Enter')

  await expect(counted(page, 'good news', 'party, 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(article(page, 'good news')).toBeFocused()

  // to the author's name and on to the counted one with the arrow, and back off
  await page.keyboard.press('ArrowRight')
  await expect(article(page, 'good news').locator('[data-who]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(counted(page, 'good news', 'party, 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(counted(page, 'good news', 'party, 1')).toHaveCount(0)
  expect(foreign).toEqual([])
})

test('on a phone the sheet has the five and the picker', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('pia'), { size: PHONE })
  await says(page, 'from the train')
  await holdFinger(article(page, 'from the train'))
  await page.getByRole('dialog').getByRole('button', { name: 'Like this message', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(counted(page, 'from the train', 'Like this message, 1')).toBeVisible()

  await holdFinger(article(page, 'from the train'))
  await page.getByRole('dialog').getByRole('button', { name: 'Add a reaction' }).click()
  const picker = page.getByRole('dialog', { name: 'Pick an emoji' })
  await picker.getByRole('searchbox').fill('bulb')
  await picker.getByRole('gridcell', { name: 'light bulb' }).click()
  await expect(counted(page, 'from the train', 'helpful, 1')).toBeVisible()
})

for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`reactions and their picker are accessible, ${name}`, async ({ signUp, unique }) => {
    const { page } = await signUp(unique('eve'), { size })
    await says(page, 'seen by all')
    await says(page, 'and by axe')
    const id = await newestId(page)
    for (const emoji of ['🚀', '🦉', '👍']) {
      await callAs(page, 'POST', `/posts/${id}/react`, { emoji })
    }
    await expect(counted(page, 'and by axe', 'Ship it!, 1')).toBeVisible()
    await expect(counted(page, 'and by axe', '🦉, 1')).toBeVisible()
    if (size === PHONE) {
      await holdFinger(article(page, 'and by axe'))
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add a reaction' }).click()
    } else {
      await article(page, 'and by axe').hover()
      await expect(toolbarOf(article(page, 'and by axe'))).toBeVisible()
      await expectAccessible(page)
      await toolbarOf(article(page, 'and by axe')).getByRole('button', { name: 'Add a reaction' }).click()
    }
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(composer(page)).toBeVisible()
  })
}
