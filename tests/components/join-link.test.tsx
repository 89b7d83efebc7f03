/** Invite links: creating one in its dialog, and opening it. */
import { authRoutes } from '@flockwork/contract/auth'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import type { InvitePreview } from '@flockwork/contract/spaces'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { testToken } from '../../apps/web/src/api/session/test-token.ts'
import { openApp, type OpenedApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { openLab } from './space-lab.ts'
import { ago, newId, person, space } from './world.ts'

const LAB = space('Field Lab', { visibility: 'invite_only', member_count: 4 })
const PREVIEW: InvitePreview = {
  org_id: LAB.id,
  name: 'Field Lab',
  description: 'Where it happens',
  visibility: 'invite_only',
  member_count: 3,
  invited_by: { username: 'bob', display_name: 'Bob Day' },
  is_member: false,
}
const PATH = '/join/abc_DEF-123'
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const switched = (me: { id: string }) => ({
  new_token: testToken({ sub: me.id, org_id: LAB.id, exp: Math.floor(Date.now() / 1000) + 3600 }),
  org_id: LAB.id,
  org_name: LAB.name,
  organization: LAB,
  available_agents: [],
})

function answerPreview({ server }: Pick<OpenedApp, 'server'>, preview: Partial<InvitePreview> = {}) {
  server.answer(spaceRoutes.previewInvite, () => ({ ...PREVIEW, ...preview }))
}

test('a new invite shows its link, code and QR code', async () => {
  const { app } = await openLab()
  app.server.answer(spaceRoutes.invite, () => ({
    id: newId(),
    invite_code: 'abc_DEF-123',
    expires_at: ago(-1000),
    max_uses: 3,
  }))
  const share = vi.fn(async () => {})
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  await page.getByRole('button', { name: 'Invite Members' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Invite' }).click()

  await expect.element(dialog.getByText(`${location.origin}${PATH}`)).toBeVisible()
  await expect.element(dialog.getByText('abc_DEF-123', { exact: true })).toBeVisible()
  await expect
    .element(dialog.getByRole('img', { name: 'QR code of the link to join Field Lab' }))
    .toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Share' }).click()
  expect(share).toHaveBeenCalledWith({
    title: 'Join Field Lab on Flockwork',
    url: `${location.origin}${PATH}`,
  })
  Reflect.deleteProperty(navigator, 'share')
})

test('a signed-in user sees the space, who invites and the number of members, and joins', async () => {
  const me = person('ana')
  const app = await openApp({ me, path: PATH, answers: (server) => answerPreview({ server }) })
  await expect.element(heading('Join Field Lab')).toBeVisible()
  await expect.element(page.getByText('Bob Day (@bob) invites you.')).toBeVisible()
  await expect.element(page.getByText('3 people are in it')).toBeVisible()
  await expect.element(page.getByText('You join as ana.')).toBeVisible()
  await expectAccessible()
  expect(app.server.calls(spaceRoutes.previewInvite)[0]).toMatchObject({ params: { code: 'abc_DEF-123' } })
  expect(app.server.calls(spaceRoutes.previewInvite)[0]?.token).not.toBeNull()

  app.server.answer(spaceRoutes.join, () => switched(me))
  await button('Join').click()
  await expect.poll(() => app.left).toEqual(['/'])
  expect(app.server.calls(spaceRoutes.join)).toMatchObject([{ body: { invite_code: 'abc_DEF-123' } }])
})

test('a member of the space opens it instead', async () => {
  const me = person('ana')
  const app = await openApp({
    me,
    path: PATH,
    answers: (server) => answerPreview({ server }, { is_member: true }),
  })
  await expect.element(heading('You are in Field Lab')).toBeVisible()
  app.server.answer(spaceRoutes.switch, () => switched(me))
  await button('Open').click()
  await expect.poll(() => app.left).toEqual(['/'])
  expect(app.server.calls(spaceRoutes.switch)).toMatchObject([{ body: { org_id: LAB.id } }])
})

test('a signed-out user sees the same, signs in, and has joined without another question', async () => {
  const ana = person('ana')
  const app = await openApp({
    path: PATH,
    world: { accounts: [ana] },
    answers: (server) => answerPreview({ server }),
  })
  await expect.element(heading('Join Field Lab')).toBeVisible()
  await expectAccessible()
  expect(app.server.calls(spaceRoutes.previewInvite)[0]?.token).toBeNull()
  app.server.answer(spaceRoutes.join, () => switched(ana))
  await button('Sign in to join').click()
  await page.getByRole('textbox', { name: 'Email or username' }).fill('ana')
  await page.getByLabelText('Password', { exact: true }).fill('a long enough password')
  await button('Sign in').click()

  await expect
    .poll(() => app.server.calls(spaceRoutes.join))
    .toMatchObject([{ body: { invite_code: 'abc_DEF-123' } }])
  await expect.poll(() => app.left).toEqual(['/'])
  expect(app.server.calls(authRoutes.login)).toHaveLength(1)
})

test('signing in with the provider leads back to the invite, and then joins', async () => {
  const ana = person('ana')
  const app = await openApp({ path: PATH, answers: (server) => answerPreview({ server }) })
  await button('Sign in to join').click()
  const link = page.getByRole('link', { name: /GitHub/ })
  await expect.element(link).toHaveAttribute('href', `/auth/github?next=${encodeURIComponent(PATH)}`)
  await link.click()

  // back from the provider, the session cookie restores the session
  app.world.me = ana
  app.world.spaces = [space('Own', { is_personal: true, is_current: true })]
  ana.current_org_id = app.world.spaces[0]?.id ?? null
  app.server.answer(spaceRoutes.join, () => switched(ana))
  await app.reload(PATH)
  await expect.poll(() => app.server.calls(spaceRoutes.join)).toHaveLength(1)
})

test('who signed in without coming from the link has to confirm joining', async () => {
  const app = await openApp({ me: person('ana'), path: PATH, answers: (server) => answerPreview({ server }) })
  await expect.element(button('Join')).toBeVisible()
  expect(app.server.calls(spaceRoutes.join)).toEqual([])
})

test.for([
  {
    answer: () => refusal(404, 'not_found', 'Invalid or expired invite code'),
    said: 'This invite doesn’t work',
  },
  { answer: () => refusal(422, 'validation_error', []), said: 'This invite doesn’t work' },
  { answer: () => refusal(500, 'internal'), said: 'The invite could not be looked up' },
])('an invalid code has a page that says "$said"', async ({ answer, said }) => {
  await openApp({ path: PATH, answers: (server) => server.answer(spaceRoutes.previewInvite, answer) })
  await expect.element(heading(said)).toBeVisible()
  await expectAccessible()
})

test('a join that is rejected says why, and can be retried', async () => {
  const me = person('ana')
  const app = await openApp({ me, path: PATH, answers: (server) => answerPreview({ server }) })
  app.server.answer(spaceRoutes.join, () => refusal(503, 'busy', 'The server is busy'))
  await button('Join').click()
  await expect.element(page.getByText('The server is busy')).toBeVisible()
  app.server.answer(spaceRoutes.join, () => refusal(404, 'not_found', 'Invalid or expired invite code'))
  await button('Join').click()
  await expect.element(page.getByText(/It is wrong, has ended/)).toBeVisible()
})
