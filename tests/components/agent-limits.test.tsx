/** What a person sees when an agent can't take their message now: its limit, or the circuit breaker. */
import { messageRoutes } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { agent, message, person } from './world.ts'

const composer = page.getByRole('textbox', { name: 'Message', exact: true })
const article = (text: string) => page.getByRole('article').filter({ hasText: text })

async function send(text: string): Promise<void> {
  await composer.fill(text)
  await userEvent.keyboard('{Escape}{Enter}')
}

test('an agent at its limit is named, with the time until it accepts messages again', async () => {
  const ana = person('ana')
  const world = { agents: [agent('busy')], posts: [message(ana, 'before it')] }
  const { server } = await openApp({ me: ana, world })
  server.answer(messageRoutes.post, () =>
    refusal(429, 'rate_limited', '@busy takes at most 1 message from one sender a day', {
      scope: 'agent',
      key: 'agent:busy',
      retry_after: 7200,
    }),
  )

  await send('@busy and another')
  await expect.element(page.getByText('Failed to send')).toBeVisible()
  const words = '@busy takes at most 1 message from one sender a day. Try again in 2 hours.'
  await expect.element(page.getByText(words).first()).toBeVisible()
  await expect.element(page.getByText('Not sent.')).toBeVisible()
  expect(server.calls(messageRoutes.post)).toHaveLength(1)

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(article('and another')).not.toBeInTheDocument()
  await expect.element(article('before it')).toHaveFocus()

  // a pause has its own notice, which stays; the row has the details
  server.answer(messageRoutes.post, () =>
    refusal(429, 'agent_circuit_breaker', '@busy is paused', { key: 'agent:busy', retry_after: 42 }),
  )
  await send('@busy once more')
  await expect.element(page.getByText('Not sent.')).toBeVisible()
  await expect.element(page.getByText('busy temporarily paused')).toBeVisible()
  await expect.element(page.getByText('Failed to send')).not.toBeInTheDocument()
})

test('a message to a paused agent is posted, and a notice shows how long the pause lasts', async () => {
  const ana = person('ana')
  const { server, world } = await openApp({ me: ana, world: { agents: [agent('broken')] } })
  server.answer(messageRoutes.post, ({ body }) => {
    const posted = message(ana, body.content, { space_id: ana.current_org_id ?? '' })
    world.posts.push(posted)
    return { message: posted, paused: [{ key: 'agent:broken', retry_after: 42 }] }
  })

  await send('@broken are you there?')
  await expect.element(article('are you there?')).toBeVisible()
  await expect.element(page.getByText('broken temporarily paused')).toBeVisible()
  await expect
    .element(page.getByText('Repeated errors detected. This connection is paused for 42s.'))
    .toBeVisible()
})
