/** The Agents page: its groups, the search, level-ups, and registering an agent. */
import { agentRoutes } from '@flockwork/contract/agents'
import { realtimeRoutes } from '@flockwork/contract/realtime'
import { expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { agentToken, answerOwner, mcpConfig } from './agent-answers.ts'
import { PHONE, openApp } from './app.tsx'
import { setVisibility } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible, overflow } from './look.ts'
import { composer } from './parts.ts'
import {
  agent,
  ago,
  message,
  person,
  personalSpace,
  reply,
  rosterItem,
  space,
  task,
  worker,
} from './world.ts'

const cardOf = (name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const section = (name: string) => page.getByRole('region', { name })
const namesIn = (name: string) =>
  section(name)
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
const theirs = (name: string, more = {}) =>
  agent(name, { is_own_agent: false, owner_username: 'bob', permissions: NO_RIGHTS, ...more })

const NO_RIGHTS = {
  can_edit: false,
  can_delete: false,
  can_regenerate_token: false,
  can_view_token: false,
  can_assign_tasks: false,
  can_message: true,
}
const OTHERS = 'Team Agents (read-only)'

test('on a phone a long name is cut so that its row fits', async () => {
  const name = 'the-most-thorough-reader-of-logs'
  await openApp({ me: person('ana'), path: '/agents', world: { agents: [agent(name)] }, size: PHONE })
  await expect.element(cardOf(name)).toBeVisible()
  const card = cardOf(name).element().getBoundingClientRect()
  expect(card.right).toBeLessThanOrEqual(PHONE.width)
})

test('an agent has the same colour everywhere', async () => {
  const ana = person('ana')
  const scout = agent('scout', { last_seen: ago() })
  const spaceId = personalSpace(ana).id
  const active = { presence: { status: 'active' as const, last_active: ago() } }
  const question = message(ana, 'who is #there?')
  await openApp({
    me: ana,
    world: {
      agents: [scout],
      roster: [rosterItem(ana, spaceId), rosterItem(scout, spaceId, active)],
      posts: [question, reply(scout, question, 'scout is')],
      tasks: [
        task(ana, 1, 'Look around', { space_id: spaceId, claimed_by: worker(scout), status: 'claimed' }),
      ],
    },
    answers: answerOwner,
  })
  const colors = new Map<string, string | undefined>()
  async function look(where: string, place: Locator) {
    const avatar = () => place.element().querySelector<HTMLElement>('.avatar')
    await expect.element(place).toBeVisible()
    await expect.poll(avatar).not.toBeNull()
    const shown = avatar()
    if (shown) colors.set(where, getComputedStyle(shown).backgroundColor)
  }
  await look('feed', page.getByRole('article').filter({ hasText: 'scout is' }))
  await look('sidebar', section('Perched now'))
  await look('quick mention', page.getByRole('button', { name: 'Mention scout' }).last())
  await composer.fill('@sc')
  await look('names offered', page.getByRole('option', { name: /scout/ }))
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  await look('palette', page.getByRole('option', { name: '@scout' }))
  await userEvent.keyboard('{Escape}')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Tasks' }).click()
  await look('task', page.getByRole('main').getByRole('row').filter({ hasText: 'Look around' }))
  await main.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox', { name: 'Search messages', exact: true }).fill('scout')
  await userEvent.keyboard('{Enter}')
  await look('found', page.getByRole('list', { name: 'Search results' }))
  await main.getByRole('link', { name: 'Agents' }).click()
  await look('card', cardOf('scout'))
  await cardOf('scout').getByRole('link', { name: 'scout' }).click()
  await look('dashboard', page.getByRole('dialog', { name: 'Intelligence Dashboard - @scout' }))

  expect([...colors.keys()]).toHaveLength(9)
  const color = colors.get('feed') ?? ''
  expect(color).not.toBe('')
  expect(Object.fromEntries(colors)).toEqual(
    Object.fromEntries([...colors.keys()].map((where) => [where, color])),
  )
})

test('without agents the page links to the form, which registers one and shows its token once', async () => {
  const { server, world } = await openApp({ me: person('ana'), path: '/agents', world: { agents: [] } })
  await expect.element(page.getByRole('heading', { name: 'AI Agents' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No Agents Yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Register Your First Agent' }).click()

  // a random name, a pin that needs its space, a bio that is counted
  const username = page.getByRole('textbox', { name: 'Username' })
  const submit = page.getByRole('button', { name: 'Register agent' })
  await expect.element(submit).toBeDisabled()
  await page.getByRole('button', { name: 'Random name', exact: true }).click()
  await expect.element(username).toHaveValue(expect.stringMatching(/^[a-z]+_[a-z]+_\d{3}$/))
  await username.fill('scout')
  await page.getByText('Research', { exact: true }).click()
  await page.getByRole('radio', { name: /Pin to a space/ }).click()
  await submit.click()
  await expect.element(page.getByRole('combobox', { name: 'Space' })).toHaveFocus()
  await expect
    .element(page.getByText('Choose a workspace to pin this agent to, or switch mode.').first())
    .toBeVisible()
  await page.getByRole('radio', { name: /Free roam/ }).click()
  await page.getByRole('textbox', { name: /^Bio/ }).fill('Looks after the field notes')
  await expect.element(page.getByText('27/200')).toBeVisible()

  // a name that is taken is rejected, and the form stays filled in
  server.answer(agentRoutes.register, () =>
    refusal(409, 'conflict', 'You already have an agent with this name'),
  )
  await submit.click()
  await expect.element(page.getByText('Agent Already Exists')).toBeVisible()
  await expect.element(username).toHaveValue('scout')

  server.answer(agentRoutes.register, ({ body }) => {
    const registered = agent(body.agent_name, { agent_type: body.agent_type ?? 'general' })
    world.agents.push(registered)
    const token = agentToken()
    return {
      agent: registered,
      agent_token: token,
      mcp_config: mcpConfig(body.agent_name, token),
      quick_start_url: `${location.origin}/mcp/agents/${body.agent_name}`,
    }
  })
  await submit.click()
  await expect.element(page.getByRole('heading', { name: 'scout is ready' })).toBeVisible()
  await expect.element(page.getByText('/mcp/agents/scout').first()).toBeVisible()
  expect(server.calls(agentRoutes.register).at(-1)?.body).toMatchObject({
    agent_name: 'scout',
    agent_type: 'research',
    description: 'Looks after the field notes',
  })
  let file = ''
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    file = this.download
  })
  await page.getByRole('button', { name: 'Download' }).click()
  expect(file).toBe('scout-mcp.json')
  save.mockRestore()
  await expectAccessible()

  // the next form begins at its top
  await page.getByRole('button', { name: 'Register another agent' }).click()
  await expect.element(page.getByRole('heading', { name: 'Register New Agent' })).toHaveFocus()
  expect(document.getElementById('content')?.scrollTop).toBe(0)
  await page.getByRole('textbox', { name: 'Username' }).fill('scribe')
  await submit.click()

  // a private space shows only one’s own
  await page.getByRole('link', { name: 'Open Agents tab' }).click()
  await expect.element(cardOf('scout')).toMatchTextContent('Research · by you')
  await expect.element(cardOf('scout')).toMatchTextContent('L1 Rookie')
})

test('in a window of 800 px the button that registers an agent is in view', async () => {
  await openApp({ me: person('ana'), path: '/register', size: { width: 1280, height: 800 } })
  const submit = page.getByRole('button', { name: 'Register agent' })
  await expect.element(submit).toBeVisible()
  expect(submit.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(800)
})

test.for([
  { ...PHONE, isInView: true, because: 'a phone has room for a bar over the end of the page' },
  { width: 640, height: 400, isInView: false, because: 'at 200 % it would cover a sixth of the window' },
])(
  'at $width x $height the form’s button is in view beside its first field: $isInView, because $because',
  async ({ isInView, width, height }) => {
    await openApp({ me: person('ana'), path: '/register', size: { width, height } })
    const username = page.getByRole('textbox', { name: 'Username' })
    await expect.element(username).toBeVisible()
    username.element().scrollIntoView({ block: 'start' })
    const { bottom } = page.getByRole('button', { name: 'Register agent' }).element().getBoundingClientRect()
    expect(bottom < height).toBe(isInView)
  },
)

test('cards and the dialog show an agent’s tasks, sorted by how many it completed', async () => {
  const lab = space('Lab', { visibility: 'invite_only' })
  const done = { tasks_completed: 41, tasks_assigned: 50, completion_rate: 82 }
  const agents = [theirs('talker', { posts_count: 80 }), theirs('worker', done), theirs('idle')]
  await openApp({
    me: person('ana', { current_org_id: lab.id }),
    path: '/agents',
    world: { spaces: [lab], agents },
  })
  await expect.element(cardOf('worker')).toMatchTextContent('41 of 50 tasks (82 %)')
  await expect.element(cardOf('idle')).toMatchTextContent('0 tasks')
  expect(namesIn(OTHERS)).toEqual(['worker', 'talker', 'idle'])

  await page.getByRole('link', { name: 'worker', exact: true }).click()
  const work = page.getByRole('dialog').getByRole('region', { name: 'Tasks' })
  await expect.element(work).toMatchTextContent(/41\s*Completed|Completed\s*41/)
  await expect.element(work).toMatchTextContent(/82 %/)
  await expectAccessible()
  const show = work.getByRole('link', { name: 'Show in Tasks' })
  await expect.element(show).toHaveAttribute('href', '/tasks?assigned_to=worker')
})

test('in a team space the agents of others are below, sorted by activity, and the search covers both', async () => {
  const lab = space('Lab', { visibility: 'invite_only' })
  const agents = [
    theirs('idle'),
    theirs('busy', { posts_count: 2 }),
    agent('scout', { agent_type: 'research' }),
  ]
  await openApp({
    me: person('ana', { current_org_id: lab.id }),
    path: '/agents',
    world: { spaces: [lab], agents },
  })
  await expect.element(cardOf('busy')).toMatchTextContent('by @bob')
  expect(namesIn(OTHERS)).toEqual(['busy', 'idle'])
  expect(namesIn('Your Agents')).toEqual(['scout'])

  const search = page.getByRole('searchbox', { name: 'Search agents...' })
  await search.fill('RESEARCH')
  await expect.element(cardOf('busy')).not.toBeInTheDocument()
  await expect.element(cardOf('scout')).toBeVisible()
  await expect.element(section(OTHERS)).toMatchTextContent('No team agents visible.')
  await search.fill('BUSY')
  await expect.element(section('Your Agents')).toMatchTextContent('No personal agents yet.')
  await search.fill('nothing of that kind')
  await expect
    .element(page.getByRole('heading', { name: 'No agents found matching your criteria' }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(cardOf('busy')).toBeVisible()
})

test.for([
  { visibility: 'private', title: null },
  { visibility: 'public', title: 'Public Agents in this Space (read-only)' },
] as const)('in a $visibility space the agents of others: $title', async ({ visibility, title }) => {
  const lab = space('Lab', { visibility })
  const me = person('ana', { current_org_id: lab.id })
  const agents = [agent('scout'), theirs('heron')]
  await openApp({ me, path: '/agents', world: { spaces: [lab], agents } })
  await expect.element(cardOf('scout')).toBeVisible()
  if (title === null) await expect.element(cardOf('heron')).not.toBeInTheDocument()
  else await expect.element(section(title)).toBeVisible()
})

test('an agent that was registered before the stream opened is shown once it opens', async () => {
  let begin = () => {}
  const { world } = await openApp({
    me: person('ana'),
    path: '/agents',
    world: { agents: [agent('early')] },
    isWaiting: true,
    answers: (server) => {
      begin = server.hold(realtimeRoutes.stream)
    },
  })
  await expect.element(cardOf('early')).toBeVisible()
  // no event announces it: the stream opens after it
  world.agents.push(agent('meanwhile'))
  begin()
  await expect.element(cardOf('meanwhile')).toBeVisible()
})

test('eight placeholder cards show while the agents load, and a level-up is celebrated', async () => {
  const scout = agent('scout', { posts_count: 9 })
  let release = () => {}
  const { world } = await openApp({
    me: person('lev'),
    path: '/agents',
    isWaiting: true,
    isMoving: true,
    world: { agents: [scout] },
    answers: (server) => (release = server.hold(agentRoutes.list)),
  })
  await expect.element(page.getByText('Loading agents')).toBeInTheDocument()
  expect(document.querySelectorAll('[data-skeleton-card]')).toHaveLength(8)
  release()
  const card = cardOf('scout')
  await expect.element(card).toMatchTextContent('9 posts')
  await expect.element(card.getByRole('img', { name: 'Level 1, Rookie, Common' })).toBeVisible()
  await expect
    .element(card.getByRole('progressbar', { name: 'activity' }))
    .toHaveAttribute('aria-valuenow', '9')
  await expect.element(card.getByRole('img', { name: 'First Post' })).toBeVisible()

  const bursts: Element[] = []
  const seen = new MutationObserver(() => bursts.push(...document.querySelectorAll('[data-burst]')))
  seen.observe(document.body, { subtree: true, childList: true })
  world.agents = [{ ...scout, posts_count: 10 }]
  // repeatedly: while a refetch is in flight, the focus starts none
  const levelTwo = card.getByRole('img', { name: 'Level 2, Explorer, Common' })
  await expect
    .poll(() => {
      setVisibility('visible')
      return levelTwo.elements().length
    })
    .toBe(1)
  await expect.element(page.getByText('scout reached level 2')).toBeInTheDocument()
  await expect.poll(() => bursts.length).toBeGreaterThan(0)
  await expect.poll(() => document.querySelector('[data-burst]')).toBeNull()
  seen.disconnect()
})

test('a list that fails to load says why, and can be retried', async () => {
  const { server } = await openApp({
    me: person('ana'),
    path: '/agents',
    world: { agents: [agent('scout')] },
    answers: (server) =>
      server.answer(agentRoutes.list, () => refusal(422, 'validation_error', 'Out of feathers')),
  })
  await expect.element(page.getByText('Failed to load data: Out of feathers')).toBeVisible()
  server.answer(agentRoutes.list, () => ({ agents: [agent('scout')] }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(cardOf('scout')).toBeVisible()
})

test('the Agents page and its dialogs are accessible and fit a phone', async () => {
  const lab = space('Lab', { visibility: 'invite_only' })
  const me = person('ana', { current_org_id: lab.id })
  const scout = agent('scout', { roster_entry: rosterItem(me, lab.id) })
  await openApp({
    me,
    path: '/agents',
    size: PHONE,
    world: { spaces: [lab], agents: [scout, theirs('heron')] },
    answers: answerOwner,
  })
  await expect.element(cardOf('heron')).toBeVisible()
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'More about scout' }).click()
  await page.getByRole('menuitem', { name: 'Get MCP Config' }).click()
  await expect.element(page.getByRole('dialog', { name: 'MCP Configuration' })).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'New team' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Create New Team' })).toBeVisible()
  await expectAccessible()
})
