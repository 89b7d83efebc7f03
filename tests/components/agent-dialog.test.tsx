/** The Intelligence Dashboard: what an agent's owner can change, and what others see of it. */
import { connectionRoutes } from '@flockwork/contract/agent-connection'
import { agentRoutes } from '@flockwork/contract/agents'
import type { Profile } from '@flockwork/contract/auth'
import { summaryRoutes, type UserSummary } from '@flockwork/contract/summaries'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerOwner } from './agent-answers.ts'
import { PHONE, openApp, type OpenedApp, type Options } from './app.tsx'
import { press } from './browser-state.ts'
import { NOT_CONNECTED } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { article, composer } from './parts.ts'
import { DAY, HOUR, MINUTE, agent, ago, chirpy, message, newId, person, rosterItem, space } from './world.ts'

const dashboard = (name: string) => page.getByRole('dialog', { name: `Intelligence Dashboard - @${name}` })
const dialog = dashboard('scout')

/** The dashboard of the user's own agent, which is free in their own space. */
async function openOwn(more: Options = {}): Promise<OpenedApp> {
  const home = space('Home', { is_personal: true, role: 'admin' })
  const lab = space('Lab', { visibility: 'invite_only', role: 'admin' })
  const me = person('own', { current_org_id: home.id })
  const scout = agent('scout', {
    org_id: home.id,
    follow_user: false,
    space: { id: home.id, name: home.name, slug: home.slug },
  })
  const app = await openApp({
    me,
    path: '/agents?agent=scout',
    world: { spaces: [home, lab], agents: [scout] },
    answers: answerOwner,
    ...more,
  })
  await expect.element(dialog).toBeVisible()
  return app
}

test("the preview shows an agent's achievements, capabilities and trust metrics", async () => {
  await openOwn()
  // collapsed at first: the real data comes before it
  await dialog.getByText('Preview', { exact: true }).click()
  await expect.element(dialog.getByText('Answers within a minute')).toBeVisible()
  for (const [tab, text] of [
    ['Achievements', 'Quick responder'],
    ['Capabilities', 'Unlocks at 90'],
    ['Trust Metrics', 'Developing'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await expect.element(dialog.getByRole('tabpanel', { name: tab }).getByText(text)).toBeVisible()
  }
})

test('real data comes first: connection, activity, deliveries, and tokens with name and last use', async () => {
  await openOwn({
    answers(server, world) {
      answerOwner(server, world)
      server.answer(connectionRoutes.connection, () => ({
        ...NOT_CONNECTED,
        last_handshake_at: ago(5.5 * MINUTE),
        last_active_at: ago(3.5 * MINUTE),
        client: 'claude-code 2.1',
        waiting: 3,
        handed_over: [ago(MINUTE)],
      }))
      server.answer(agentRoutes.tokens, () => ({
        tokens: [{ id: newId(), name: 'Laptop', created_at: ago(DAY), last_used_at: ago(2.5 * MINUTE) }],
      }))
    },
  })
  const sections = dialog.getByRole('region')
  await expect.element(sections.nth(0)).toHaveAccessibleName('Connection')
  await expect.element(sections.nth(0)).toMatchTextContent('Last connected 5 min with claude-code 2.1')
  await expect.element(sections.nth(0)).toMatchTextContent('Last active 3 min, 0 posts')
  await expect
    .element(sections.nth(0))
    .toMatchTextContent('3 messages or tasks wait to be handed over to it.')
  await expect.element(sections.nth(0)).toMatchTextContent('1 message or task was handed over just now.')
  await expect.element(sections.nth(1)).toHaveAccessibleName('MCP Configuration')
  await expect
    .element(sections.nth(1))
    .toMatchTextContent(/^MCP ConfigurationLive tokens 1LaptopMade .+, last used 2 min/)
  // the made-up preview is last, and collapsed
  await expect.element(sections.last()).toHaveAccessibleName('Intelligence preview')
  await expect.element(dialog.getByText('Answers within a minute')).not.toBeVisible()
})

test.for([
  { of: MINUTE, status: 'active' as const, row: 'chirpyactive now', card: 'chirpyActive' },
  { of: HOUR + MINUTE, status: 'idle' as const, row: 'chirpy', card: 'chirpy' },
])(
  'a guide that was $status is shown so on its card and in the sidebar',
  async ({ of, status, row, card }) => {
    const lab = space('Lab', { visibility: 'invite_only' })
    const me = person('own', { current_org_id: lab.id })
    const guide = chirpy({ last_seen: ago(of), status })
    const presence = { status, last_active: ago(of) }
    await openApp({
      me,
      path: '/agents',
      world: {
        spaces: [lab],
        agents: [guide],
        roster: [rosterItem(me, lab.id), rosterItem(guide, lab.id, { presence })],
      },
    })
    const perched = page.getByRole('region', { name: 'Perched now' })
    await expect.element(perched.getByRole('button')).toHaveTextContent(row, { normalizeWhitespace: false })
    const name = page.getByRole('main').getByRole('listitem').getByRole('paragraph').first()
    await expect.element(name).toHaveTextContent(card)
  },
)

test('a guide that answers shows as active at once, on its card and in the sidebar', async () => {
  const lab = space('Lab', { visibility: 'invite_only' })
  const me = person('own', { current_org_id: lab.id })
  const guide = chirpy()
  const world = {
    spaces: [lab],
    agents: [guide],
    roster: [rosterItem(me, lab.id), rosterItem(guide, lab.id)],
  }
  const app = await openApp({ me, path: '/agents', world })
  const name = page.getByRole('main').getByRole('listitem').getByRole('paragraph').first()
  await expect.element(name).toHaveTextContent('chirpy')
  app.arrive(message(guide, 'Hello', { uploaded_at: ago() }))
  await expect.element(name).toHaveTextContent('chirpyActive')
  await expect
    .element(page.getByRole('region', { name: 'Perched now' }))
    .toMatchTextContent('chirpyactive now')
})

test('the bio is counted, stays when it can’t be saved, and is saved', async () => {
  const { server } = await openOwn()
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const bio = dialog.getByRole('textbox', { name: 'Agent Bio/Description' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect.element(bio).toHaveFocus()
  await bio.fill('é'.repeat(201))
  await expect.element(dialog.getByText('201/200')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await bio.fill('Reads the field notes')
  server.answerOnce(agentRoutes.update, () => new Response('{}', { status: 500 }))
  await save.click()
  await expect.element(page.getByText('Failed to update agent. Please try again.')).toBeVisible()
  await expect.element(bio).toHaveValue('Reads the field notes')
  await save.click()
  await expect.element(bio).not.toBeInTheDocument()
  await expect.element(dialog.getByText('Reads the field notes')).toBeVisible()
})

test('while a bio is being saved nothing can be typed into it', async () => {
  const { server } = await openOwn()
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const bio = dialog.getByRole('textbox', { name: 'Agent Bio/Description' })
  await bio.fill('Reads the field notes')
  const release = server.hold(agentRoutes.update)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(bio).toHaveAttribute('readonly')
  await press(bio, ' and more')
  await expect.element(bio).toHaveValue('Reads the field notes')
  release()
  await expect.element(bio).not.toBeInTheDocument()
  await expect.element(dialog.getByText('Reads the field notes', { exact: true })).toBeVisible()
})

test('an agent is moved, pinned and set to follow, and each failure has its message', async () => {
  const { server } = await openOwn()
  const workspace = dialog.getByRole('combobox', { name: 'Workspace' })
  const line = dialog.getByRole('region', { name: 'Workspace & Pinning' }).getByRole('status')
  const pin = dialog.getByRole('button', { name: 'Pin to Space' })
  const unpin = dialog.getByRole('button', { name: 'Unpin from Space' })
  await expect.element(line).toHaveTextContent('Free roam · Home')

  const refuse = () =>
    server.answerOnce(agentRoutes.update, () => refusal(409, 'conflict', 'The nest is full'))
  refuse()
  await workspace.selectOptions('Lab')
  await expect.element(page.getByText('Failed to move agent')).toBeVisible()
  await expect.element(page.getByText('The nest is full')).toBeVisible()
  await expect.element(workspace).toHaveDisplayValue('Home')
  refuse()
  await workspace.selectOptions('Follow me')
  await expect.element(page.getByText('Failed to enable Follow')).toBeVisible()
  refuse()
  await pin.click()
  await expect.element(page.getByText('Failed to update pin')).toBeVisible()

  await workspace.selectOptions('Lab')
  await expect.element(line).toHaveTextContent('Free roam · Lab')
  await pin.click()
  await expect.element(line).toHaveTextContent('Pinned to Lab')
  await unpin.click()
  await expect.element(line).toMatchTextContent('Free roam')
  await workspace.selectOptions('Follow me')
  await expect.element(line).toMatchTextContent('Follows your workspace')
  await unpin.click()
  await expect.element(line).toMatchTextContent('Free roam')
})

test('the owner chooses who sees it and how its level is shown', async () => {
  const { server } = await openOwn()
  await dialog.getByRole('switch', { name: 'Private' }).click()
  await expect.element(dialog.getByRole('switch', { name: 'Private' })).toBeChecked()
  const drawing = dialog.getByRole('group', { name: 'Level badge' })
  const chosen = ['Shield', 'Dashed', 'Star']
  for (const name of chosen) await drawing.getByText(name, { exact: true }).click()
  for (const name of chosen) {
    await expect.element(drawing.getByRole('radio', { name, exact: true })).toBeChecked()
  }
  const settings = server.calls(agentRoutes.update).map(({ body }) => body.settings)
  expect(Object.assign({}, ...settings)).toMatchObject({
    emblem_theme: 'shield',
    emblem_variant: 'dashed',
    emblem_subtype: 'star',
  })
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(page.getByRole('main').getByRole('img', { name: 'Private' })).toBeVisible()
})

test('on a phone the dashboard is accessible and fits', async () => {
  await openOwn({ size: PHONE })
  await dialog.getByText('Preview', { exact: true }).click()
  await expect.element(dialog.getByText('Answers within a minute')).toBeVisible()
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)
})

/** A team space in which Bob has an agent. */
async function openOthers(more: Parameters<typeof agent>[1] = {}): Promise<OpenedApp> {
  const lab = space('Lab', { visibility: 'invite_only' })
  const [ana, bob] = [person('ana', { current_org_id: lab.id }), person('bob')]
  const owner_user = { id: bob.id, handle: 'bob', display_name: 'bob' }
  const heron = agent('heron', {
    is_own_agent: false,
    owner_username: 'bob',
    permissions: {
      can_edit: false,
      can_delete: false,
      can_regenerate_token: false,
      can_view_token: false,
      can_assign_tasks: false,
      can_message: true,
    },
    ...more,
  })
  return openApp({
    me: ana,
    path: '/agents?agent=heron',
    world: {
      spaces: [lab],
      agents: [heron],
      posts: [message(heron, 'Morning @ana, the river is low')],
      roster: [
        rosterItem(ana, lab.id),
        rosterItem(bob, lab.id),
        rosterItem(heron, lab.id, { owner_user, presence: { status: 'active', last_active: ago() } }),
      ],
    },
    answers: (server) => {
      server.answer(summaryRoutes.summary, () => ({
        name: 'heron',
        avatar: null,
        owner: { handle: 'bob', name: 'bob' },
        status: 'active' as const,
        last_active_at: ago(),
        visibility: heron.visibility,
      }))
      server.answer(summaryRoutes.find, ({ query }) =>
        query.handle === 'bob'
          ? { id: bob.id, type: 'user' as const, handle: 'bob', org_id: lab.id }
          : refusal(404, 'not_found'),
      )
      server.answer(summaryRoutes.userSummary, () => memberSummary(bob))
    },
  })
}

function memberSummary({ id, username, full_name }: Profile): UserSummary {
  return {
    id,
    handle: username,
    name: full_name ?? username,
    avatar: null,
    status: 'active',
    last_active_at: ago(),
    role: 'member',
    joined_at: ago(),
    agent_count: 1,
  }
}

test('others see who owns an agent, and can only mention it', async () => {
  await openOthers()
  const others = dashboard('heron')
  await expect.element(others).toMatchTextContent('This agent belongs to @bob. Some actions are restricted.')
  for (const name of ['Get MCP Config', 'Delete Agent', 'Pin to Space', 'Edit']) {
    await expect.element(others.getByRole('button', { name })).not.toBeInTheDocument()
  }
  await expectAccessible()
  await others.getByRole('button', { name: 'Mention agent' }).click()
  await expect.element(composer).toHaveValue('@heron ')
})

test('of a private agent others see only the owner', async () => {
  await openOthers({ visibility: 'private', description: 'Nobody needs to know what I do' })
  const veiled = dashboard('heron')
  await expect
    .element(veiled)
    .toMatchTextContent('This agent is marked private. Showing basic owner information only.')
  await expect.element(veiled).toMatchTextContent('@bob')
  await expect.element(veiled).not.toMatchTextContent('Nobody needs to know')
  await expectAccessible()
})

test('a name in the feed opens a summary, and the link to a person their profile', async () => {
  const app = await openOthers()
  history.replaceState(null, '', '/agents?agent=bob')
  await app.reload()
  const profile = page.getByRole('dialog', { name: 'bob', exact: true })
  await expect.element(profile.getByRole('heading', { name: 'User Profile' })).toBeVisible()
  await expect.element(profile).toMatchTextContent('Member')
  await expect.element(profile.getByRole('button', { name: /MCP|Delete/ })).not.toBeInTheDocument()
  await expectAccessible()

  history.replaceState(null, '', '/')
  await app.reload()
  await article('the river is low').getByRole('button', { name: 'heron' }).click()
  const who = page.getByRole('dialog', { name: 'About @heron' })
  await expect.element(who).toMatchTextContent('@bob')
  await expect.element(who).toMatchTextContent('Active')
  await expectAccessible()
  await who.getByRole('button', { name: 'Mention' }).click()
  await expect.element(composer).toHaveFocus()
  await expect.element(composer).toHaveValue('@heron ')
})

test('the summary of a name shows the presence that the sidebar shows, also after it has changed', async () => {
  const app = await openOthers()
  const { server, world } = app
  server.answer(summaryRoutes.summary, () => ({
    name: 'heron',
    avatar: null,
    owner: null,
    status: 'offline' as const,
    last_active_at: ago(DAY),
    visibility: 'public' as const,
  }))
  history.replaceState(null, '', '/')
  await app.reload()
  const row = page.getByRole('region', { name: 'Perched now' }).getByRole('button')
  await expect.element(row).toMatchTextContent('heronactive now')
  await article('the river is low').getByRole('button', { name: 'heron' }).click()
  const who = page.getByRole('dialog', { name: 'About @heron' })
  await expect.element(who).toMatchTextContent('Active · now')

  const [heron] = world.agents
  const at = ago()
  server.emit('agent_presence', {
    space_id: world.spaces[0]?.id ?? '',
    at,
    agent_id: heron?.id ?? '',
    username: 'heron',
    status: 'idle',
    last_active: ago(HOUR),
  })
  await expect.element(row).not.toMatchTextContent('active now')
  await expect.element(who).toMatchTextContent('Idle · ')
})

test("a person's card is titled by their name where they have one, with their handle second", async () => {
  const lab = space('Lab', { visibility: 'invite_only' })
  const ana = person('ana', { current_org_id: lab.id })
  const bob = person('bob', { full_name: 'Bob Heron' })
  await openApp({
    me: ana,
    path: '/agents?agent=bob',
    world: {
      spaces: [lab],
      posts: [message(bob, 'The river is low')],
      roster: [rosterItem(ana, lab.id), rosterItem(bob, lab.id)],
    },
    answers: (server) => {
      server.answer(summaryRoutes.userSummary, () => memberSummary(bob))
    },
  })
  const card = page.getByRole('dialog', { name: 'Bob Heron', exact: true })
  await expect.element(card).toHaveAccessibleDescription('@bob')
  await expectAccessible()
  await card.getByRole('button', { name: 'Mention' }).click()
  await article('The river is low').getByRole('button', { name: 'bob' }).click()
  const about = page.getByRole('dialog', { name: 'About @bob' })
  await expect.element(about).toMatchTextContent('Bob HeronUSER@bob')
})
