/** What a user typed survives every failure, where it was written. */
import { messageRoutes } from '@flockwork/contract/messages'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, openApp, type OpenedApp } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, isReachable, settle } from './look.ts'
import { act, article, button, composer, enter, switcher } from './parts.ts'
import { agent, ago, message, person, reply, space } from './world.ts'

/** Drafts are stored once typing pauses. */
const waitUntilStored = (app: OpenedApp, text: string) =>
  expect.poll(() => [...app.stored.values(), ...Object.values({ ...sessionStorage })].join()).toContain(text)

test('a message written offline is pending in the feed, and sent once online', async () => {
  const app = await openApp({ me: person('ola') })
  setOnline(app.server, false)
  await enter('Written on the train')
  await expect.element(page.getByText('You are offline. Messages will send when you are back.')).toBeVisible()
  await expect.element(article('Written on the train')).toBeVisible()
  await expectAccessible()
  expect(app.server.calls(messageRoutes.post)).toEqual([])
  setOnline(app.server, true)
  await expect.poll(() => app.server.calls(messageRoutes.post)).toHaveLength(1)
  await app.reload()
  await expect.element(article('Written on the train')).toBeVisible()
  expect(article('Written on the train').elements()).toHaveLength(1)
})

test('a message written while an old one is open stays there, and is sent after a reload', async () => {
  const hal = person('hal')
  const first = message(hal, 'long ago', { uploaded_at: ago(3_600_000) })
  const posts = [
    first,
    ...Array.from({ length: 101 }, (_, index) => message(hal, `filler ${index + 1} of many`)),
  ]
  const app = await openApp({ me: hal, path: `/m/${first.id}`, world: { posts } })
  await expect.element(article('long ago')).toBeVisible()
  await expect.element(article('filler 101')).not.toBeInTheDocument()
  // neither the newest messages nor the response to the post arrive
  app.server.answerOnce(messageRoutes.post, () => new Promise<never>(() => {}))
  const release = app.server.hold(messageRoutes.history)
  await enter('Written on the way home')
  await expect.element(article('Written on the way home')).toBeVisible()
  await expect.element(composer).toHaveValue('')
  release()
  history.replaceState(null, '', '/')
  await app.reload()
  await expect.element(article('Written on the way home')).toBeVisible()
  await expect.element(article('Written on the way home')).not.toHaveAttribute('aria-busy')
  expect(article('Written on the way home').elements()).toHaveLength(1)
})

test("on a phone the toast of a failed message doesn't cover its Retry, Edit and Delete", async () => {
  const { server } = await openApp({ me: person('pia'), size: PHONE })
  server.answer(messageRoutes.post, () => refusal(503, 'unavailable', 'The database is away'))
  await enter('Does this arrive?')
  await expect.element(page.getByText('Failed to send')).toBeVisible()
  await settle()
  for (const name of ['Retry', 'Edit', 'Delete']) expect(isReachable(button(name)), name).toBe(true)
})

test('a message that the server rejects is shown with Retry, Edit and Delete', async () => {
  const app = await openApp({ me: person('rex') })
  app.server.answerOnce(messageRoutes.post, () =>
    refusal(422, 'validation_error', 'There is no channel notes here'),
  )
  await enter('This one is stubborn')
  await expect.element(page.getByText('Not sent. There is no channel notes here.')).toBeVisible()
  await expect
    .element(page.getByText('There was an error sending your message. Please try again.'))
    .toBeVisible()
  await expect.element(button('Edit')).toBeVisible()
  await expect.element(button('Delete')).toBeVisible()
  await button('Retry').click()
  await expect.element(page.getByText('Not sent.')).not.toBeInTheDocument()
  await app.reload()
  await expect.element(article('This one is stubborn')).toBeVisible()
})

const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const notice = page.getByRole('alert').filter({ hasText: 'Content Blocked.' })
const blocked = () =>
  refusal(400, 'guardrail_violation', 'Content Blocked', {
    title: 'Content Blocked',
    message: 'It has a secret in it.',
    suggestion: 'Take it out.',
  })

test('a secret is blocked in the composer, with the reason until the text is changed', async () => {
  const { server } = await openApp({ me: person('sam') })
  server.answer(messageRoutes.post, blocked)
  await enter(`the token is ${SECRET}`)
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByText(SECRET).first()).toBeVisible()
  await composer.fill('something else')
  await expect.element(notice).not.toBeInTheDocument()
  await composer.fill('')
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument()
})

test('a secret is blocked in a reply, and its text stays', async () => {
  const sam = person('sam')
  const { server } = await openApp({ me: sam, world: { posts: [message(sam, 'what is the token?')] } })
  server.answer(messageRoutes.reply, blocked)
  await act(article('what is the token?'), 'Reply')
  const field = page.getByRole('textbox', { name: /^Reply to/ })
  await field.fill(`it is ${SECRET}`)
  await userEvent.keyboard('{Enter}')
  await expect.element(notice).toBeVisible()
  expect(notice.elements()).toHaveLength(1)
  expect(notice.element().querySelectorAll('p')).toHaveLength(2)
  await expect.element(field).toHaveValue(`it is ${SECRET}`)
  await expectAccessible()
  await press(field, '{End}{Backspace}')
  await expect.element(notice).not.toBeInTheDocument()
})

test('a secret is blocked in an edit; while an edit is being saved nothing can be typed', async () => {
  const sam = person('sam')
  const said = message(sam, 'what is the token?')
  const { server, world } = await openApp({ me: sam, world: { posts: [said] } })
  server.answer(messageRoutes.edit, blocked)
  await press(article('what is the token?'), 'e')
  const field = page.getByRole('textbox', { name: 'Edit message' })
  await field.fill(`the token is ${SECRET}`)
  await userEvent.keyboard('{Enter}')
  await expect.element(notice).toBeVisible()
  expect(notice.element().querySelectorAll('p')).toHaveLength(2)
  await field.fill('the token is a secret')
  await expect.element(notice).not.toBeInTheDocument()

  server.answer(messageRoutes.edit, ({ body }) => ({
    message: { ...said, space_id: world.me?.current_org_id ?? '', content: body.content },
  }))
  const release = server.hold(messageRoutes.edit)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Saving...')).toBeVisible()
  await expect.element(field).toHaveAttribute('readonly')
  release()
  await expect.element(article('the token is a secret')).toBeVisible()
})

test('drafts of replies are stored per message, and a pencil shows where they are', async () => {
  const dru = person('dru')
  const question = message(dru, 'the question')
  const other = message(dru, 'another matter')
  const posts = [question, other, reply(agent('scout'), question, 'an answer')]
  const app = await openApp({ me: dru, world: { posts } })
  const box = page.getByRole('textbox', { name: /^Reply to/ })
  const pencil = page.getByRole('button', { name: 'Draft reply' })
  const pencils = () => pencil.elements().length

  // another box is opened before this reply is sent
  await act(article('another matter'), 'Reply')
  await box.fill('half a thought')
  await waitUntilStored(app, 'half a thought')
  expect(pencils()).toBe(0)
  await act(article('an answer'), 'Reply')
  await box.fill('half an objection')
  await waitUntilStored(app, 'half an objection')
  expect(pencils()).toBe(1)

  await app.reload()
  await expect.poll(pencils).toBe(2)
  await expect.element(article('another matter').getByRole('button', { name: 'Draft reply' })).toBeVisible()
  await expect.element(article('an answer').getByRole('button', { name: 'Draft reply' })).toBeVisible()
  await expectAccessible()

  // a collapsed thread shows it in its summary
  const replies = page.getByRole('button', { name: /^1 reply/ })
  await expect.element(replies).toMatchTextContent('You have a draft here')
  await replies.click()
  await expect.poll(pencils).toBe(1)
  await replies.click()

  await article('an answer').getByRole('button', { name: 'Draft reply' }).click()
  await expect.element(box).toHaveValue('half an objection')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('half an objection')).toBeVisible()
  await expect.poll(pencils).toBe(1)
  await expect
    .element(page.getByRole('button', { name: /^2 replies/ }))
    .not.toMatchTextContent('You have a draft here')

  // cancelled
  await pencil.click()
  await expect.element(box).toHaveValue('half a thought')
  await userEvent.keyboard('{Escape}')
  await expect.poll(pencils).toBe(0)
})

/** A reply that fails after its box was closed: it stays in the feed. */
async function failToReply(app: OpenedApp, to: string, text: string) {
  app.server.answerOnce(messageRoutes.reply, () => refusal(503, 'unavailable', 'The database is away'))
  const release = app.server.hold(messageRoutes.reply)
  await press(article(to), 'r')
  const box = page.getByRole('textbox', { name: /^Reply to/ })
  await box.fill(text)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Sending...')).toBeVisible()
  // only in its box
  await expect.element(article(text)).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(article(text)).toBeVisible()
  release()
  await expect.element(article(text)).toMatchTextContent('Not sent. The database is away.')
}

const fillers = (author: Parameters<typeof message>[0]) =>
  Array.from({ length: 101 }, (_, index) => message(author, `filler ${index + 1} of many`))

test('a reply that failed is in the feed also where its thread isn’t, and can be sent from there', async () => {
  const hal = person('hal')
  const first = message(hal, 'long ago', { uploaded_at: ago(3_600_000) })
  const app = await openApp({
    me: hal,
    path: `/m/${first.id}`,
    world: { posts: [first, ...fillers(hal)] },
  })
  await failToReply(app, 'long ago', 'a late answer')

  const failed = article('a late answer')
  await page.getByRole('button', { name: 'Latest', exact: true }).click()
  await expect.element(article('filler 101')).toBeVisible()
  await expect.element(failed).toBeVisible()
  await app.reload('/')
  await expect.element(article('filler 101')).toBeVisible()
  await expect.element(article('long ago')).not.toBeInTheDocument()
  await expect.element(failed).toMatchTextContent('A reply in a thread')
  await expect.element(failed).toMatchTextContent('Not sent. The database is away.')
  // its reply box would be at a message that isn't there
  await expect.element(button('Edit')).not.toBeInTheDocument()
  await expectAccessible()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect.element(failed).not.toMatchTextContent('Not sent')
  await expect.element(failed).toMatchTextContent('long ago')
  expect(failed.elements()).toHaveLength(1)
  const keys = app.server.calls(messageRoutes.reply).map(({ key }) => key)
  expect(new Set(keys).size).toBe(1)
})

test('a failed reply to a reply whose thread isn’t in the feed can be edited, and discarded', async () => {
  const hal = person('hal')
  const first = message(hal, 'long ago', { uploaded_at: ago(3_600_000) })
  const posts = [first, ...fillers(hal), reply(agent('scout'), first, 'an answer')]
  const app = await openApp({ me: hal, world: { posts } })
  await expect.element(article('an answer')).toBeVisible()
  await failToReply(app, 'an answer', 'an objection')
  await button('Edit').click()
  await expect.element(article('an objection')).not.toBeInTheDocument()
  const box = page.getByRole('textbox', { name: 'Reply to @scout' })
  await expect.element(box).toHaveValue('an objection')
  await userEvent.keyboard('{Escape}')

  await failToReply(app, 'an answer', 'another objection')
  await article('another objection').getByRole('button', { name: 'Delete' }).click()
  await expect.element(article('another objection')).not.toBeInTheDocument()
})

test('a failed reply is shown also while a filter hides its thread, once', async () => {
  const hal = person('hal')
  const posts = [message(hal, 'the question'), message(hal, 'in dev', { channel: 'dev' })]
  const app = await openApp({ me: hal, world: { posts } })
  await failToReply(app, 'the question', 'an answer')
  expect(article('an answer').elements()).toHaveLength(1)
  await app.reload('/?channels=dev')
  await expect.element(article('in dev')).toBeVisible()
  await expect.element(article('the question')).not.toBeInTheDocument()
  await expect.element(article('an answer')).toMatchTextContent('Not sent')
  await app.reload('/?channels=main')
  await expect.element(article('the question')).toBeVisible()
  await expect.element(article('an answer')).toMatchTextContent('Not sent')
  expect(article('an answer').elements()).toHaveLength(1)
})

test('text that was typed just before logging out is asked about too', async () => {
  await openApp({ me: person('una') })
  await press(composer, 'just now')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Discard 1 draft?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect.element(composer).toHaveValue('just now')
})

test('each space has its own draft, which survives switching and a reload', async () => {
  const [home, crew] = [space('Home', { is_personal: true }), space('Crew')]
  const app = await openApp({
    me: person('yan', { current_org_id: home.id }),
    world: { spaces: [home, crew] },
  })
  const go = async (name: string, to = name === 'Crew' ? crew : home) => {
    app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, to))
    const before = app.left.length
    await switcher.click()
    await page.getByRole('menuitem', { name }).click()
    await expect.poll(() => app.left.length).toBe(before + 1)
    await app.reload()
    await expect.element(switcher).toMatchTextContent(name)
  }
  await composer.fill('first, at home')
  await waitUntilStored(app, 'first, at home')
  await go('Crew')
  await expect.element(composer).toHaveValue('')
  await composer.fill('then, with the crew')
  await waitUntilStored(app, 'then, with the crew')
  await app.reload()
  await expect.element(composer).toHaveValue('then, with the crew')
  await go('Home')
  await expect.element(composer).toHaveValue('first, at home')
})

test('a switch that the server rejects shows an error, and changes nothing', async () => {
  const [home, crew] = [space('Home', { is_personal: true }), space('Crew')]
  const { server, left } = await openApp({
    me: person('xia', { current_org_id: home.id }),
    world: { spaces: [home, crew] },
  })
  server.answer(spaceRoutes.switch, () => new Response('{}', { status: 503 }))
  await composer.fill('half a thought')
  await switcher.click()
  await page.getByRole('menuitem', { name: 'Crew' }).click()
  await expect.element(page.getByText('Failed to switch space').first()).toBeVisible()
  await expect.element(switcher).toMatchTextContent('Home')
  await expect.element(composer).toHaveValue('half a thought')
  expect(left).toEqual([])
})
