/** An agent that runs on the server, while it works: its partial text, and Stop. */
import { runRoutes } from '@flockwork/contract/runs'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { expectAccessible } from './look.ts'
import { agent, ago, message, person, space } from './world.ts'

const [ana, bob, chirpy] = [person('ana'), person('bob'), agent('chirpy')]

async function openAsked(asker = ana) {
  const post = message(asker, '@chirpy what is going on?')
  const lab = space('Lab', { role: 'member' })
  const app = await openApp({
    me: { ...ana, current_org_id: lab.id },
    world: { spaces: [lab], agents: [chirpy], posts: [post] },
  })
  app.server.answer(runRoutes.stop, () => undefined)
  await expect.element(page.getByText('what is going on?')).toBeVisible()
  const space_id = app.world.me?.current_org_id ?? ''
  const says = (state: 'started' | 'stopped', more: { text?: string; stoppable?: boolean } = {}) =>
    app.server.emit('agent_working', {
      space_id,
      at: ago(),
      agent_id: chirpy.id,
      username: 'chirpy',
      message_id: post.id,
      state,
      ...more,
    })
  return { ...app, post, says }
}

test('its text shows as it grows, its requester can stop it, and it disappears at the end', async () => {
  const { server, post, says } = await openAsked()
  says('started', { stoppable: true })
  await expect.element(page.getByText('is working on a reply')).toBeVisible()
  says('started', { stoppable: true, text: 'The deploy is' })
  await expect.element(page.getByText('The deploy is', { exact: true })).toBeVisible()
  says('started', { stoppable: true, text: 'The deploy is at noon' })
  await expect.element(page.getByText('The deploy is at noon', { exact: true })).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'Stop chirpy' }).click()
  await expect.element(page.getByText('Stopping')).toBeVisible()
  expect(server.calls(runRoutes.stop)).toMatchObject([
    { params: { id: post.id }, body: { agent_id: chirpy.id } },
  ])
  says('stopped')
  await expect.element(page.getByText('The deploy is at noon')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Stop chirpy' })).not.toBeInTheDocument()
})

test('others see it work without Stop, as they see an agent that runs elsewhere', async () => {
  const { says } = await openAsked(bob)
  says('started', { stoppable: true, text: 'Well' })
  await expect.element(page.getByText('Well', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop chirpy' })).not.toBeInTheDocument()
})
