/** Demos: started from the help dialog or by an event, played, replied to, cleared (docs/rules/demo.md#playing). */
import { demoRoutes } from '@flockwork/contract/demo'
import type { Message } from '@flockwork/contract/messages'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp, type OpenedApp, type Options } from './app.tsx'
import { press } from './browser-state.ts'
import { switchedTo } from './default-answers.ts'
import { refusal, type FakeServer } from './fake-server.ts'
import { colorOf, expectAccessible } from './look.ts'
import { act, article, composer, enter, help, holdFinger, offered, sidebar } from './parts.ts'
import { agent, ago, message, nextSeq, person, reply, space, type World } from './world.ts'

const banner = page.getByRole('region', { name: 'Demo messages' })
const clear = banner.getByRole('button', { name: 'Clear Demo' })

const [scout, maya] = [agent('scout-demo'), person('maya-demo')]
const PAUSE_MS = 1000

/** Three messages, the last one a reply, each a second after the previous. */
function scenario(spaceId: string): Message[] {
  const demo = { metadata: { demo: true }, pause_after_ms: PAUSE_MS, space_id: spaceId }
  const live = message(maya, 'The new search is live.', { ...demo, reaction_counts: { '🚀': 3 } })
  const tried = message(scout, 'It takes half as long', demo)
  return [live, tried, reply(maya, tried, 'Over a thousand questions', demo)]
}

/** A server that stores demos. */
function answerDemo(server: FakeServer, world: World, stored: Message[]): void {
  const ana = world.me ?? person('ana')
  const spaceId = () => world.me?.current_org_id ?? ''
  const start = () => {
    const messages = scenario(spaceId())
    stored.push(...messages)
    return messages
  }
  server.answer(demoRoutes.start, ({ body }) => ({
    scenario: body.scenario,
    org_id: spaceId(),
    messages: start(),
  }))
  server.answer(onboardingRoutes.runDemo, () => ({ success: true, messages: start() }))
  server.answer(demoRoutes.messages, () => ({ messages: stored }))
  server.answer(demoRoutes.clear, () => ({ removed: stored.splice(0).length }))
  server.answer(demoRoutes.message, ({ body }) => {
    const parent = stored.find(({ id }) => id === body.parent_id)
    const demo = { metadata: { demo: true }, uploaded_at: ago(), space_id: spaceId() }
    const said = parent ? reply(ana, parent, body.content, demo) : message(ana, body.content, demo)
    stored.push(said)
    return { message: said }
  })
  server.answer(demoRoutes.react, ({ body }) => {
    const found = stored.find(({ id }) => id === body.parent_id)
    if (!found) return refusal(404, 'not_found')
    const count = (found.reaction_counts[body.emoji] ?? 0) + 1
    found.reaction_counts = { ...found.reaction_counts, [body.emoji]: count }
    found.user_reactions = { ...found.user_reactions, [body.emoji]: true }
    return { reaction_counts: found.reaction_counts, user_reactions: found.user_reactions }
  })
}

async function openDemo(
  more: Options = {},
): Promise<OpenedApp & { stored: Map<string, string>; demo: Message[] }> {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const ana = person('ana')
  const demo: Message[] = []
  const app = await openApp({
    me: ana,
    world: { posts: [message(ana, 'This is real')] },
    answers: (server, world) => answerDemo(server, world, demo),
    ...more,
  })
  return { ...app, demo }
}

/** As the composer’s `/demo` does. */
const ask = (name: string) =>
  dispatchEvent(new CustomEvent('flockwork:run-demo', { detail: { scenario: name } }))

test('a demo replaces the feed and plays message by message, until it is cleared', async () => {
  const { server, demo } = await openDemo()
  await expect.element(article('This is real')).toBeVisible()
  await page.getByRole('button', { name: 'Help and Resources' }).click()
  await expect
    .element(help.getByRole('link', { name: 'MCP integration' }))
    .toHaveAttribute('href', '/help/mcp')
  await help.getByRole('button', { name: 'Generate demo agents' }).click()
  await expect.element(page.getByText('Demo Ready')).toBeVisible()
  // the banner says what it is, in the warning colour
  await expect.element(banner.getByText('Demo messages')).toBeVisible()
  expect(getComputedStyle(banner.element()).backgroundColor).toBe(colorOf('straw-soft'))
  await expect.element(article('The new search is live.')).toBeVisible()
  await expect.element(article('It takes half as long')).not.toBeInTheDocument()
  await expect.element(article('This is real')).not.toBeInTheDocument()
  vi.advanceTimersByTime(3 * PAUSE_MS)
  await expect.element(article('Over a thousand questions')).toBeVisible()

  // to another page of the app, and back
  await sidebar.getByRole('link', { name: 'Spaces' }).click()
  await expect.element(page.getByRole('tab', { name: 'My Workspaces' })).toBeVisible()
  history.back()
  await expect.element(article('Over a thousand questions')).toBeVisible()

  await clear.click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(article('This is real')).toBeVisible()
  expect(page.getByRole('article').elements()).toHaveLength(1)
  await expect.poll(() => demo).toEqual([])
  expect(server.calls(onboardingRoutes.runDemo)).toHaveLength(1)
})

test('each entry of the help dialog starts its own demo, and one that is cleared elsewhere disappears here', async () => {
  const app = await openDemo()
  for (const name of ['Agent conversation', 'Task management', 'Reactions', 'Team collaboration']) {
    await page.getByRole('button', { name: 'Help and Resources' }).click()
    await help.getByRole('button', { name }).click()
    await expect.element(help).not.toBeInTheDocument()
  }
  await expect.element(banner).toBeVisible()
  const started = app.server.calls(demoRoutes.start).map(({ body }) => body.scenario)
  expect(started).toEqual(['conversation', 'notes', 'reactions', 'team'])

  app.demo.splice(0)
  const spaceId = app.world.me?.current_org_id ?? ''
  app.server.emit('demo', { space_id: spaceId, at: ago(), action: 'cleared' }, nextSeq())
  await expect.element(banner).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('article').elements().length).toBe(1)
})

test('one can post in a demo while it plays, but not edit or delete', async () => {
  const { demo } = await openDemo()
  ask('reactions')
  await expect.element(article('The new search is live.')).toBeVisible()
  await enter('Looks good to me')
  const own = article('Looks good to me')
  await expect.element(own).toBeVisible()
  expect(await offered(own, ['Reply', 'Edit', 'Delete', 'Copy link'])).toEqual({
    Reply: true,
    Edit: false,
    Delete: false,
    'Copy link': false,
  })
  await press(composer, '{ArrowUp}')
  expect(page.getByRole('textbox').elements()).toHaveLength(1)
  vi.advanceTimersByTime(3 * PAUSE_MS)
  await expect.element(article('It takes half as long')).toBeVisible()
  const order = page
    .getByRole('article')
    .elements()
    .map(({ textContent }) => textContent)
  const at = (text: string) => order.findIndex((one) => one.includes(text))
  expect(at('Looks good to me')).toBeLessThan(at('It takes half as long'))
  expect(demo.map(({ content }) => content)).toContain('Looks good to me')
})

test('one can react and reply in a demo, and both are there after a reload', async () => {
  const app = await openDemo()
  ask('reactions')
  await expect.element(article('The new search is live.')).toBeVisible()
  vi.advanceTimersByTime(3 * PAUSE_MS)
  const live = article('The new search is live.')
  const shipped = live.getByRole('button', { name: /^Ship it!.*4/ })
  await expect.element(article('Over a thousand')).toBeVisible()
  await act(live, 'Ship it!')
  await expect.element(shipped).toHaveAttribute('aria-pressed', 'true')
  const tried = article('It takes half as long')
  await act(tried, 'Reply')
  const box = page.getByRole('textbox', { name: 'Reply to @scout-demo' })
  await box.fill('!party')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(tried.getByRole('button', { name: /🎉|party/i }))
    .toHaveAttribute('aria-pressed', 'true')
  await act(tried, 'Reply')
  await box.fill('Over which questions?')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('Over which questions?')).toBeVisible()
  await expect.poll(() => app.demo.length).toBe(4)
  expect(app.world.posts).toHaveLength(1)

  await app.reload()
  await expect.element(article('Over which questions?')).toBeVisible()
  await expect.element(shipped).toHaveAttribute('aria-pressed', 'true')
  // another browser session has no demo
  sessionStorage.clear()
  await app.reload()
  await expect.element(article('This is real')).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
})

test('a demo requested in another space plays in the personal one', async () => {
  const home = space('Home', { is_personal: true, role: 'admin' })
  const lab = space('Lab', { visibility: 'invite_only' })
  const app = await openDemo({
    me: person('ana', { current_org_id: lab.id }),
    world: { spaces: [lab, home] },
  })
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, home))
  ask('team')
  await expect.poll(() => app.left).toEqual(['/home'])
  await app.reload()
  await expect.element(banner).toBeVisible()
  await expect.element(article('The new search is live.')).toBeVisible()
})

test('a switch that fails is ignored: the demo plays in the current space', async () => {
  const home = space('Home', { is_personal: true, role: 'admin' })
  const lab = space('Lab', { visibility: 'invite_only' })
  const app = await openDemo({
    me: person('ana', { current_org_id: lab.id }),
    world: { spaces: [lab, home] },
  })
  app.server.answer(spaceRoutes.switch, () => refusal(500, 'internal_error', 'no'))
  ask('notes')
  await expect.element(banner).toBeVisible()
  await expect.element(article('The new search is live.')).toBeVisible()
  await expect.element(page.getByText(/Switched to|Could not switch/)).not.toBeInTheDocument()
  expect(app.left).toEqual([])
})

test('a demo that can’t be started says why', async () => {
  const { server } = await openDemo()
  server.answer(demoRoutes.start, () => refusal(503, 'unavailable', 'The database is away'))
  ask('notes')
  await expect.element(page.getByText('Demo Failed')).toBeVisible()
  await expect.element(page.getByText('Unable to run the demo (503): The database is away')).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
})

test('a demo is accessible and fits at every size', async () => {
  await openDemo()
  ask('conversation')
  await expect.element(article('The new search is live.')).toBeVisible()
  vi.advanceTimersByTime(3 * PAUSE_MS)
  await expect.element(article('Over a thousand')).toBeVisible()
  vi.useRealTimers()
  for (const { width, height } of [DESKTOP, PHONE]) {
    await page.viewport(width, height)
    await expectAccessible()
  }
  await page.viewport(320, 640)
  expect(document.documentElement.scrollWidth).toBe(320)
  await page.viewport(PHONE.width, PHONE.height)
  await holdFinger(article('Over a thousand'))
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByRole('button', { name: 'Copy text' })).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: /Edit|Delete|Copy link/ })).not.toBeInTheDocument()
})
