/** Tests of the harness itself, of what the other tests rely on. */
import { accountRoutes } from '@flockwork/contract/account'
import { agentRoutes } from '@flockwork/contract/agents'
import { messageRoutes } from '@flockwork/contract/messages'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './app.tsx'
import { switchedTo } from './default-answers.ts'
import { refusal, wrongFields } from './fake-server.ts'
import { composer, title } from './parts.ts'
import { agent, message, person, reply, space } from './world.ts'

test('the world is on screen, and so are arriving and posted messages', async () => {
  const bo = person('bo')
  const first = message(bo, 'first words')
  const { server, arrive } = await openApp({
    me: person('ana'),
    world: { posts: [first], agents: [agent('scout')] },
  })
  await expect.element(page.getByText('first words')).toBeVisible()

  arrive(reply(agent('scout'), first, 'an answer'))
  await expect.element(page.getByText('an answer').first()).toBeVisible()

  await composer.fill('and mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('article').filter({ hasText: 'and mine' })).toBeVisible()
  expect(server.calls(messageRoutes.post)).toMatchObject([{ body: { content: 'and mine' } }])
})

test('a test starts without leftovers of the previous one', async () => {
  const { stored, left } = await openApp({ me: person('bo') })
  await expect.element(composer).toHaveValue('')
  await expect.element(page.getByText('first words')).not.toBeInTheDocument()
  expect([...stored.keys()].filter((key) => key.includes('pending'))).toEqual([])
  expect(left).toEqual([])
})

test('input that breaks the contract is rejected as the server does, and other errors as the test says', async () => {
  const { server } = await openApp({ path: '/reset#token=x' })
  const field = page.getByLabelText('New password', { exact: true })
  server.answerOnce(accountRoutes.resetPassword, () => wrongFields({ password: 'Another one' }))
  server.answer(accountRoutes.resetPassword, () => refusal(404, 'not_found'))

  await field.fill('a long enough password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect.element(field).toHaveAccessibleDescription('Another one')

  await page.getByRole('button', { name: 'Set password' }).click()
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
})

test('a page load that the app requests is recorded and can be performed', async () => {
  const lab = space('Field Lab')
  const ana = person('ana')
  const home = space('Home', { is_personal: true })
  const app = await openApp({ me: ana, path: '/spaces?tab=mine', world: { spaces: [home, lab] } })
  app.server.answer(spaceRoutes.switch, () => switchedTo(app.world, lab))

  await page.getByRole('button', { name: 'Open Field Lab' }).click()
  await expect.poll(() => app.left).toEqual(['/'])
  await app.reload()
  await expect.element(page.getByText('Switched to Field Lab')).toBeVisible()
})

test('a held response arrives when it is released', async () => {
  let release = () => {}
  await openApp({
    me: person('ana'),
    path: '/agents',
    isWaiting: true,
    world: { agents: [agent('scout')] },
    answers: (server) => (release = server.hold(agentRoutes.list)),
  })
  await expect.element(title('Agents')).toBeVisible()
  await expect.element(page.getByText('scout')).not.toBeInTheDocument()
  release()
  await expect.element(page.getByText('scout').first()).toBeVisible()
})
