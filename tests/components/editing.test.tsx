/** Editing and deleting messages, within their time limits (docs/rules/messages.md#editing). */
import { authRoutes } from '@flockwork/contract/auth'
import { messageRoutes, type Message } from '@flockwork/contract/messages'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, openApp, type OpenedApp } from './app.tsx'
import { press } from './browser-state.ts'
import { sessionOf } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { act, article, button, composer, holdFinger, offered } from './parts.ts'
import { DAY, HOUR, MINUTE, ago, agent, message, nextSeq, person, reply, space } from './world.ts'

const PLACEHOLDER = '[Message deleted]'
const field = page.getByRole('textbox', { name: 'Edit message' })
const question = page.getByRole('dialog', { name: 'Delete message' })
const toast = (text: string) => page.getByText(text, { exact: true }).first()

/** The server edits and deletes, and sends the events. */
function answerChanges({ server, world }: OpenedApp, by: string): void {
  const store = (id: string, changes: (post: Message) => Partial<Message>): Message => {
    const found = world.posts.find((post) => post.id === id)
    if (!found) throw new Error(`No message ${id}`)
    Object.assign(found, changes(found))
    return { ...found, space_id: found.space_id || (world.me?.current_org_id ?? '') }
  }
  server.answer(messageRoutes.edit, ({ params, body }) => ({
    message: store(params.id, (post) => ({
      content: body.content,
      edited_at: ago(),
      edit_count: post.edit_count + 1,
      edited_by: by,
    })),
  }))
  server.answer(messageRoutes.remove, ({ params, query }) => {
    const placeholder = store(params.id, () => ({ content: PLACEHOLDER, deleted_at: ago() }))
    const event = {
      space_id: placeholder.space_id,
      at: ago(),
      action: 'deleted' as const,
      message_id: params.id,
    }
    server.emit('message', { ...event, message: placeholder }, nextSeq())
    return query.permanent ? undefined : { message: placeholder }
  })
}

test('a message is edited by keyboard: Esc cancels, Enter saves, and the focus stays on it', async () => {
  const bob = person('bob')
  const app = await openApp({ me: bob, world: { posts: [message(bob, 'the first draft')] } })
  answerChanges(app, 'bob')
  await expect.element(article('the first draft')).toBeVisible()
  // the feed passes the focus to its newest message
  await press(page.getByRole('region', { name: 'Messages' }), 'e')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard(' nobody wants{Escape}')
  await expect.element(article('the first draft')).toHaveFocus()
  await expect.element(article('nobody wants')).not.toBeInTheDocument()

  await userEvent.keyboard('e')
  await expect.element(field).toHaveValue('the first draft')
  await field.fill('the second draft')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}in two lines{Enter}')
  await expect.element(toast('Message updated')).toBeVisible()
  const edited = article('the second draft')
  await expect.element(edited).toHaveFocus()
  await expect.element(edited.getByText('edited just now')).toBeVisible()
  expect(app.server.calls(messageRoutes.edit)).toMatchObject([
    { body: { content: 'the second draft\nin two lines' } },
  ])
})

test('the author reads the earlier versions; another member sees only that there are some', async () => {
  const [ana, bob] = [person('ana'), person('bob')]
  const edited = { edited_at: ago(), edit_count: 1, edited_by: 'bob' }
  const theirs = message(ana, 'of the host', { ...edited, edited_by: 'chief' })
  const { server } = await openApp({
    me: bob,
    world: { posts: [message(bob, 'the second draft', edited), theirs] },
  })
  server.answer(messageRoutes.versions, () => ({
    versions: [{ content: 'the first draft', edited_at: ago(), edited_by: 'bob' }],
  }))
  await expect.element(article('of the host').getByText('edited by @chief just now')).toBeVisible()
  await expect
    .element(article('of the host').getByRole('button', { name: /^edited/ }))
    .not.toBeInTheDocument()
  await article('the second draft').getByRole('button', { name: 'edited just now' }).click()
  const history = page.getByRole('dialog', { name: 'Earlier texts' })
  await expect.element(history.getByText('the first draft')).toBeVisible()
  await expectAccessible()
})

test.for([
  { who: 'a member', role: 'member', own: [true, true], answered: [false, true], theirs: [false, false] },
  {
    who: 'an admin of the space',
    role: 'space',
    own: [true, true],
    answered: [false, true],
    theirs: [false, true],
  },
  { who: 'an administrator', role: 'admin', own: [true, true], answered: [true, true], theirs: [true, true] },
])('$who is offered the changes they may make', async ({ role, own, answered, theirs }) => {
  const lab = space('Lab', { role: role === 'space' ? 'admin' : 'member' })
  const me = person('me', { role: role === 'admin' ? 'admin' : 'user', current_org_id: lab.id })
  const [mine, asked] = [message(me, 'my words'), message(me, 'my question')]
  const posts = [message(person('ana'), 'her words'), mine, asked, reply(agent('scout'), asked, 'an answer')]
  await openApp({ me, world: { spaces: [lab], posts } })
  for (const [text, [edit, remove]] of [
    ['my words', own],
    ['my question', answered],
    ['her words', theirs],
  ] as const) {
    expect(await offered(article(text), ['Edit', 'Delete'])).toEqual({ Edit: edit, Delete: remove })
  }
})

test('a deleted message leaves a placeholder, and the focus moves to the next message', async () => {
  const ana = person('ana')
  const app = await openApp({
    me: ana,
    world: { posts: [message(ana, 'said in error'), message(ana, 'what stays')] },
  })
  answerChanges(app, 'ana')
  await act(article('said in error'), 'Delete')
  await expect.element(question).toMatchTextContent('Delete this message? This cannot be undone.')
  await expect.element(question.getByRole('textbox', { name: /Reason/ })).toHaveValue('Removed by author')
  await expect.element(question.getByRole('checkbox')).not.toBeInTheDocument()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(toast('Message deleted')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(article('what stays')).toHaveFocus()
  await article(PLACEHOLDER).hover()
  await expect.element(article(PLACEHOLDER).getByRole('toolbar')).not.toBeInTheDocument()
  expect(app.server.calls(messageRoutes.remove)).toMatchObject([
    { query: { reason: 'Removed by author', permanent: false } },
  ])
})

test('after the last message is deleted, the page has the focus', async () => {
  const ana = person('ana')
  const app = await openApp({ me: ana, world: { posts: [message(ana, 'said in error')] } })
  answerChanges(app, 'ana')
  await act(article('said in error'), 'Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('an administrator can erase a message for good', async () => {
  const chief = person('chief', { role: 'admin' })
  const app = await openApp({ me: chief, world: { posts: [message(person('ana'), 'a word of the host')] } })
  answerChanges(app, 'chief')
  await act(article('a word of the host'), 'Delete')
  await question.getByRole('checkbox', { name: /Erase for good/ }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(article(PLACEHOLDER)).toBeVisible()
  await expect.element(page.getByText('a word of the host')).not.toBeInTheDocument()
  expect(app.server.calls(messageRoutes.remove)).toMatchObject([{ query: { permanent: true } }])
})

test('ArrowUp in an empty composer edits the last message, and a failure loses no text', async () => {
  const uma = person('uma')
  const app = await openApp({
    me: uma,
    world: { posts: [message(uma, 'said before'), message(uma, 'said last')] },
  })
  answerChanges(app, 'uma')
  await press(composer, '{ArrowUp}')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('said last')

  app.server.answerOnce(messageRoutes.edit, () => refusal(403, 'forbidden', 'Too late for that'))
  await field.fill('said better')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Edit failed')).toBeVisible()
  await expect.element(page.getByText('Too late for that').first()).toBeVisible()
  await expect.element(field).toHaveValue('said better')
  app.server.answerOnce(messageRoutes.edit, () => new Response('broken', { status: 500 }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Update failed')).toBeVisible()

  await field.fill('x'.repeat(5001))
  await expect.element(page.getByText('Message too long')).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  await field.fill('said better')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('said better')).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})

test('a deletion that fails shows an error, and the dialog stays', async () => {
  const uma = person('uma')
  const { server } = await openApp({ me: uma, world: { posts: [message(uma, 'said in error')] } })
  server.answer(messageRoutes.remove, () => new Response('broken', { status: 500 }))
  await act(article('said in error'), 'Delete')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByText('Delete failed').first()).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(article('said in error')).toHaveFocus()
})

test('Edit disappears after 15 minutes and Delete after 24 hours, while the page is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const lab = space('Lab')
  const tim = person('tim', { current_org_id: lab.id })
  const posts = [message(tim, 'as time goes by', { uploaded_at: ago() })]
  await openApp({ me: tim, world: { spaces: [lab], posts } })
  const row = article('as time goes by')
  expect(await offered(row, ['Edit', 'Delete'])).toEqual({ Edit: true, Delete: true })
  vi.advanceTimersByTime(14 * MINUTE)
  expect(await offered(row, ['Edit', 'Delete'])).toEqual({ Edit: true, Delete: true })
  vi.advanceTimersByTime(2 * MINUTE)
  expect(await offered(row, ['Edit', 'Delete'])).toEqual({ Edit: false, Delete: true })
  vi.advanceTimersByTime(DAY)
  expect(await offered(row, ['Edit', 'Delete'])).toEqual({ Edit: false, Delete: false })
})

test('on a device whose clock is two hours fast, a new message can be edited and shows as recent', async () => {
  const pam = person('pam')
  await openApp({
    me: pam,
    path: '/?time=30m',
    world: { posts: [message(pam, 'said a moment ago', { uploaded_at: ago(2 * HOUR) })] },
    answers: (server, world) => server.answer(authRoutes.refresh, () => sessionOf(world, 2 * HOUR)),
  })
  await expect.element(article('said a moment ago')).toBeVisible()
  expect(await offered(article('said a moment ago'), ['Edit', 'Delete'])).toEqual({
    Edit: true,
    Delete: true,
  })
})

test('on a phone a long press opens the sheet to edit and delete', async () => {
  const eve = person('eve')
  const app = await openApp({ me: eve, size: PHONE, world: { posts: [message(eve, 'to be changed')] } })
  answerChanges(app, 'eve')
  const sheet = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
  await holdFinger(article('to be changed'))
  // what the mark shows under a pointer, the sheet shows here
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Neutral')
  await sheet('Edit').click()
  await expect.element(field).toHaveFocus()
  await expectAccessible()
  await field.fill('changed')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).not.toBeInTheDocument()
  await holdFinger(article('changed'))
  // lifting the finger doesn't press what appeared under it
  const lift = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })
  sheet('Delete').element().dispatchEvent(lift)
  expect(lift.defaultPrevented).toBe(true)
  await expect.element(question).not.toBeInTheDocument()
  await sheet('Delete').click()
  await expect.element(question).toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(article(PLACEHOLDER)).toBeVisible()
  await expectAccessible()
})
