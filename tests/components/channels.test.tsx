/** Channels on screen: choosing, creating, renaming and archiving. What others see of it live is in tests/e2e. */
import { channelRoutes, type ChannelDetail } from '@flockwork/contract/channels'
import { messageRoutes } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, type OpenedApp } from './app.tsx'
import { press } from './browser-state.ts'
import { refusal, type FakeServer } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { act, article, button, composer, enter } from './parts.ts'
import { message, person, space, type World } from './world.ts'

const picker = (channel: string) => page.getByRole('button', { name: `Channel: ${channel}` })
const dialog = page.getByRole('dialog', { name: 'Channels' })
const listed = dialog.getByRole('list', { name: 'Channels of this space' }).getByRole('listitem')
const texts = () => listed.elements().map(({ textContent }) => textContent)
const choices = () =>
  page
    .getByRole('menuitemradio')
    .elements()
    .map(({ textContent }) => textContent)

const channel = (name: string, more: Partial<ChannelDetail> = {}): ChannelDetail => ({
  name,
  post_count: 0,
  last_message_at: null,
  archived: false,
  ...more,
})

/** Channels can be created and changed; a name that exists is rejected. */
function answerChannels(server: FakeServer, world: World): void {
  const taken = (name: string) =>
    world.channels.some((one) => one.name === name)
      ? refusal(409, 'conflict', `There is a channel ${name} already`)
      : null
  server.answer(channelRoutes.create, ({ body: { name } }) => {
    const created = channel(name)
    const no = taken(name)
    if (no === null) world.channels.push(created)
    return no ?? created
  })
  server.answer(channelRoutes.update, ({ params, body }) => {
    const no = body.name == null ? null : taken(body.name)
    if (no !== null) return no
    const index = world.channels.findIndex(({ name }) => name === params.name)
    const before = world.channels[index]
    if (!before) return refusal(404, 'not_found')
    const changed = {
      ...before,
      name: body.name ?? before.name,
      archived: body.archived ?? before.archived,
    }
    world.channels[index] = changed
    return changed
  })
}

function openSpace(role: 'admin' | 'member', channels: ChannelDetail[], more: Partial<World> = {}) {
  const lab = space('Lab', { role })
  const me = person('bob', { current_org_id: lab.id })
  return openApp({ me, world: { spaces: [lab], channels, ...more }, answers: answerChannels })
}

async function openMenu(from: string, item: string): Promise<void> {
  await picker(from).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a member creates a channel and posts there; an invalid name is explained', async () => {
  const app: OpenedApp = await openSpace(
    'member',
    ['main', 'testing', 'dev'].map((name) => channel(name)),
  )
  await picker('main').click()
  expect(choices()).toEqual(['main', 'testing', 'dev'].map((name) => expect.stringContaining(name) as string))
  await page.getByRole('menuitem', { name: 'New channel' }).click()
  const name = dialog.getByRole('textbox', { name: 'New channel' })
  await expect.element(name).toHaveFocus()
  await expect.element(button('Rename dev')).not.toBeInTheDocument()
  for (const [typed, says] of [
    ['dev', 'There is a channel dev already'],
    ['küche', 'Use 1 to 32 of a-z, 0-9, - and _'],
  ] as const) {
    await name.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent(says)
    await expect.element(name).toHaveValue(typed)
  }
  await expectAccessible()
  await name.fill('Field Notes')
  await expect.element(name).toHaveValue('field-notes')
  // a double click makes one call
  await button('Create').dblClick()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Channel field-notes created')).toBeVisible()
  const created = app.server.calls(channelRoutes.create).filter(({ body }) => body.name === 'field-notes')
  expect(created).toHaveLength(1)
  await enter('seen two')
  await expect.element(article('seen two')).toMatchTextContent('in field-notes')
})

test('an admin renames a channel, archives it and restores it', async () => {
  await openSpace('admin', [channel('main'), channel('dev'), channel('field-notes', { post_count: 2 })])
  await openMenu('main', 'Manage channels')
  await expect.poll(texts).toHaveLength(3)
  expect(texts()[2]).toMatch(/^field-notes2 messages/)
  await expect.element(button('Rename main')).not.toBeInTheDocument()
  await button('Rename field-notes').click()
  const renamed = dialog.getByRole('textbox', { name: 'New name of field-notes' })
  await expect.element(renamed).toHaveFocus()
  await renamed.fill('dev')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('There is a channel dev already')
  await renamed.fill('notes')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Rename notes')).toHaveFocus()

  await button('Archive notes').click()
  await expect.element(button('Bring back notes')).toHaveFocus()
  await button('Bring back notes').click()
  await expect.element(button('Rename notes')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await picker('main').click()
  await page.getByRole('menuitemradio', { name: 'notes 2 messages' }).click()
  await expect.element(picker('notes')).toBeVisible()
})

test('in an archived channel nobody can reply, drafts stay, and only reactions are sent', async () => {
  const ana = person('ana')
  const posts = [message(ana, 'seen four', { channel: 'notes' })]
  const { server } = await openSpace('member', [channel('main'), channel('notes', { archived: true })], {
    posts,
  })
  const closed = 'Channel notes is archived. It takes no replies.'
  const row = article('seen four')
  await row.hover()
  const replies = row.getByRole('toolbar').getByRole('button', { name: /^Reply/ })
  await expect.element(replies.first()).toBeVisible()
  for (const reply of replies.all()) {
    await expect.element(reply).toBeDisabled()
    await expect.element(reply).toHaveAccessibleDescription(closed)
  }
  await press(row, 'r')
  const field = page.getByRole('textbox', { name: /^Reply to/ })
  const box = page.elementLocator(document.body).getByRole('alert').filter({ hasText: closed })
  await expect.element(box).toBeVisible()
  await field.fill('too late')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('too late')

  server.answer(messageRoutes.reply, ({ params }) => ({
    message: null,
    reaction: { message_id: params.id, emojis: ['👍'] },
    reaction_counts: { '👍': 1 },
    user_reactions: { '👍': true as const },
  }))
  await field.fill('👍')
  await userEvent.keyboard('{Enter}')
  await expect.element(row.getByRole('button', { name: 'Like this message, 1' })).toBeVisible()
  await picker('main').click()
  expect(choices()).toHaveLength(1)
})

async function choose(from: string, to: string): Promise<void> {
  await picker(from).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${to} `) }).click()
}

test('a text stays with its channel, over another page and a reload, until it is posted there', async () => {
  const app = await openSpace('member', [channel('main'), channel('dev')])
  await composer.fill('half a thought')
  await choose('main', 'dev')
  await expect.element(picker('dev')).toBeVisible()
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Tasks' }).click()
  await expect.element(composer).not.toBeInTheDocument()
  await main.getByRole('link', { name: 'Messages' }).click()
  await expect.element(composer).toHaveValue('half a thought')
  await expect.element(picker('dev')).toBeVisible()

  await app.reload()
  await expect.element(composer).toHaveValue('half a thought')
  await expect.element(picker('dev')).toBeVisible()
  await press(composer, '{End} more{Enter}')
  await expect.element(article('half a thought more')).toMatchTextContent('in dev')
  // the next message goes there, too; another visit begins in the home channel
  await expect.element(picker('dev')).toBeVisible()
  await expect.element(composer).toHaveValue('')
  await app.reload()
  await expect.element(picker('main')).toBeVisible()
})

test.for([
  { what: 'archived', now: [channel('main'), channel('dev', { archived: true })] },
  { what: 'gone', now: [channel('main')] },
])('a text for a channel that is $what goes to the home channel, which is announced', async ({ now }) => {
  const app = await openSpace('member', [channel('main'), channel('dev')])
  await choose('main', 'dev')
  await composer.fill('half a thought')
  // drafts are stored once typing pauses
  await expect.poll(() => [...app.stored.values()].join()).toContain('half a thought')
  app.world.channels = now
  await app.reload()
  await expect.element(page.getByText('Channel dev is gone')).toBeVisible()
  await expect.element(page.getByText('Your next message goes to main.')).toBeVisible()
  await expect.element(picker('main')).toBeVisible()
  await expect.element(composer).toHaveValue('half a thought')
  await press(composer, '{Enter}')
  await expect.element(article('half a thought')).not.toMatchTextContent('in dev')
  expect(app.server.calls(messageRoutes.post)).toMatchObject([{ body: { channel: 'main' } }])
})

test("another tab's text, found when a reply is cancelled, stays with its channel", async () => {
  const posts = [message(person('bo'), 'to be answered')]
  const app = await openSpace('member', [channel('main'), channel('dev')], { posts })
  const { services, stored } = app
  const session = services().session.state()
  if (session.status !== 'signedIn') throw new Error('Nobody is signed in')
  await act(article('to be answered'), 'Reply in composer')
  const key = `ax_production_space_state_v2:${session.profile.id}:${session.spaceId}`
  const draft = JSON.stringify({ channel: 'dev', text: 'half a thought' })
  const newValue = JSON.stringify({ version: 2, drafts: { composer: draft } })
  const oldValue = stored.get(key) ?? null
  stored.set(key, newValue)
  services().spaceStates.onStorageChange({ key, oldValue, newValue })

  await button('Cancel reply').click()
  await expect.element(composer).toHaveValue('half a thought')
  await expect.element(picker('dev')).toBeVisible()
  await expect.poll(() => stored.get(key)).toContain('dev')
})
