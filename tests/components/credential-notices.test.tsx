/** New tokens and connected apps: announced to the agents' owner, who revokes or confirms them. */
import { accountRoutes, type CredentialNotice } from '@flockwork/contract/account'
import { agentRoutes } from '@flockwork/contract/agents'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PHONE, openApp, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { ago, message, newId, person } from './world.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const bar = page.getByRole('region', { name: 'New access to your agents' })

function notice(more: Partial<CredentialNotice> = {}): CredentialNotice {
  return {
    id: newId(),
    kind: 'agent_token',
    agent: { id: newId(), handle: 'scout' },
    client_name: null,
    created_at: ago(150_000),
    ip: '203.0.113.7',
    user_agent: FIREFOX,
    current: false,
    ...more,
  }
}

const toast = page.getByRole('status').filter({ hasText: 'Show' })
/** The stored height of the strip on a device that has shown it. */
const SEEN_PX = 80
const HEADER_PX = 56
const top = () => document.querySelector('main')?.getBoundingClientRect().top ?? NaN

interface More extends Options {
  /** A device that has not shown any notice yet. */
  readonly isFresh?: boolean
}

async function openWith(notices: CredentialNotice[], { isFresh = false, ...options }: More = {}) {
  const left = [...notices]
  const me = person('ana')
  const app = await openApp({
    me,
    path: '/home',
    ...(notices.length > 0 && !isFresh && { stored: { [`notices_height:${me.id}`]: `${SEEN_PX}` } }),
    ...options,
    answers: (server, world) => {
      server.answer(accountRoutes.notices, () => ({ notices: left }))
      options.answers?.(server, world)
    },
  })
  return { ...app, left }
}

test('a new token is announced at once, with its origin, and again after a reload', async () => {
  const app = await openWith([])
  await expect.poll(() => app.server.calls(accountRoutes.notices).length).toBeGreaterThan(0)
  await expect.element(bar).not.toBeInTheDocument()
  app.left.push(notice())
  app.server.emit('account_notice', { at: ago() })
  await expect.element(toast).toMatchTextContent('A new token was made for @scout')
  await toast.getByRole('button', { name: 'Show' }).click()
  for (const again of [false, true]) {
    if (again) await app.reload()
    await expect.element(bar).toMatchTextContent('A new token was made for @scout')
    await expect.element(bar).toMatchTextContent('Firefox on Linux, 203.0.113.7, 2 min')
    await expect.element(toast).not.toBeInTheDocument()
  }
})

test('a notice that arrives on an open page is a toast, which moves nothing; the next page shows the strip', async () => {
  const app = await openWith([])
  await expect.poll(() => app.server.calls(accountRoutes.notices).length).toBeGreaterThan(0)
  const before = top()
  app.left.push(notice())
  app.server.emit('account_notice', { at: ago() })
  await expect.element(toast).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
  expect(top()).toBe(before)

  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click()
  await expect.element(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible()
  await expect.element(bar).toBeVisible()
  await expect.element(toast).not.toBeInTheDocument()
  expect(top()).toBeGreaterThan(before)
})

test('a new tab reserves the height of an old notice before it loads, and none if there is no notice', async () => {
  let release = () => {}
  const app = await openWith([notice()], {
    isWaiting: true,
    answers: (server) => {
      release = server.hold(accountRoutes.notices)
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
  expect(top()).toBe(HEADER_PX + SEEN_PX)
  await expect.element(bar).not.toBeInTheDocument()
  release()
  await expect.element(bar).toBeVisible()
  const height = bar.element().getBoundingClientRect().height
  await app.reload()
  await expect.poll(top).toBe(HEADER_PX + height)

  app.left.pop()
  await app.reload()
  await expect.poll(top).toBe(HEADER_PX)
  expect([...app.stored.keys()].filter((key) => key.includes('notices_height'))).toEqual([])
})

test.for([
  { made: 'elsewhere', current: false },
  { made: 'in this session', current: true },
])('a device that has never shown the strip announces a token made $made in a toast', async ({ current }) => {
  const app = await openWith([notice({ current })], { path: '/register', isFresh: true })
  await expect.element(toast).toMatchTextContent('A new token was made for @scout')
  await expect.element(bar).not.toBeInTheDocument()
  const without = top()
  await app.reload()
  await expect.element(bar).toBeVisible()
  expect(top()).toBe(without + bar.element().getBoundingClientRect().height)
})

test('a token made in this session is announced from the next page on, not over the dialog that shows it', async () => {
  const app = await openWith([])
  app.left.push(notice({ current: true }))
  app.server.emit('account_notice', { at: ago() })
  await expect.poll(() => app.server.calls(accountRoutes.notices).length).toBeGreaterThan(1)
  await expect.element(toast).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click()
  await expect.element(bar).toMatchTextContent('this session')
})

test.for([
  {
    kind: 'agent_token',
    client_name: null,
    what: 'A new token was made for @scout',
    title: 'End this token?',
  },
  {
    kind: 'connected_app',
    client_name: 'Clawd',
    what: 'Clawd was connected to @scout',
    title: 'Disconnect Clawd?',
  },
] as const)('$what: it can be revoked at once', async ({ kind, client_name, what, title }) => {
  const made = notice({ kind, client_name })
  const { server, left } = await openWith([made])
  const route = kind === 'agent_token' ? agentRoutes.revokeToken : oauthRoutes.disconnect
  server.answer(route, () => refusal(503, 'unavailable', 'The database is away'))
  await page.getByRole('button', { name: `End it: ${what}` }).click()
  const question = page.getByRole('dialog', { name: title })
  await question.getByRole('button', { name: 'End it' }).click()
  await expect.element(page.getByText('The database is away')).toBeVisible()
  await expect.element(bar).toBeVisible()

  server.answer(route, () => {
    left.splice(0)
    return undefined
  })
  await page.getByRole('button', { name: `End it: ${what}` }).click()
  await question.getByRole('button', { name: 'End it' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(page.getByText('It was ended.')).toBeVisible()
  const params = kind === 'agent_token' ? { id: made.agent.id, token_id: made.id } : { id: made.id }
  expect(server.calls(route).at(-1)).toMatchObject({ params })
})

test('an app that is disconnected in the settings is no longer announced', async () => {
  const made = notice({ kind: 'connected_app', client_name: 'Clawd' })
  const app = {
    id: made.id,
    client_name: 'Clawd',
    redirect_host: null,
    agent: made.agent,
    scopes: ['mcp' as const],
    created_at: ago(),
    last_used_at: null,
    expires_at: ago(),
  }
  const apps = [app]
  const { server, left } = await openWith([made], {
    path: '/home?settings=apps',
    answers: (it) => it.answer(oauthRoutes.connectedApps, () => ({ apps })),
  })
  server.answer(oauthRoutes.disconnect, () => {
    apps.pop()
    left.splice(0)
    return undefined
  })
  await page.getByRole('button', { name: 'Disconnect Clawd from @scout' }).click()
  await page
    .getByRole('dialog', { name: 'Disconnect Clawd?' })
    .getByRole('button', { name: 'Disconnect' })
    .click()
  await expect.element(page.getByText('No apps are connected')).toBeVisible()
  await expect
    .poll(() => document.querySelector('section[aria-label="New access to your agents"]'))
    .toBeNull()
})

test('what its owner confirmed is no longer announced on this device, also after a reload', async () => {
  const notices = [notice(), notice({ agent: { id: newId(), handle: 'lint' } }), notice({ current: true })]
  const app = await openWith(notices)
  await page.getByRole('button', { name: 'It was me: A new token was made for @scout' }).click()
  await expect.element(bar).toMatchTextContent('@lint')
  await page.getByRole('button', { name: '1 more' }).click()
  await expect.element(bar).toMatchTextContent('this session')
  await page.getByRole('button', { name: 'All were me' }).click()
  await expect.element(bar).not.toBeInTheDocument()
  await app.reload()
  await expect.poll(() => app.server.calls(accountRoutes.notices).length).toBeGreaterThan(1)
  await expect.element(bar).not.toBeInTheDocument()
  app.left.push(notice({ agent: { id: newId(), handle: 'atlas' } }))
  app.server.emit('account_notice', { at: ago() })
  await expect.element(toast).toMatchTextContent('@atlas')
})

test.for([{ device: 'desktop' }, { device: 'phone', size: PHONE }])(
  'notices are accessible, $device',
  async ({ size }) => {
    await openWith([notice(), notice({ kind: 'connected_app', client_name: 'C'.repeat(120) })], {
      ...(size && { size }),
      world: { posts: [message(person('ana'), 'hello')] },
    })
    await page.getByRole('button', { name: '1 more' }).click()
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
)
