/** The webhook in an agent's dialog: set, tested, switched, its dead letters resent; and the notice when it ends. */
import { accountRoutes } from '@flockwork/contract/account'
import { webhookRoutes as routes, type Webhook, type WebhookCall } from '@flockwork/contract/webhooks'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerOwner } from './agent-answers.ts'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { HOUR, MINUTE, agent, ago, newId, person } from './world.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const dialog = page.getByRole('dialog', { name: 'Intelligence Dashboard - @scout' })
const section = dialog.getByRole('region', { name: 'Webhook' })

function made(more: Partial<WebhookCall> = {}): WebhookCall {
  return {
    id: newId(),
    reason: 'mention',
    state: 'delivered',
    attempts: 1,
    tried_at: ago(MINUTE),
    status: 204,
    problem: null,
    due_at: null,
    created_at: ago(2 * MINUTE),
    ...more,
  }
}

function hook(more: Partial<Webhook> = {}): Webhook {
  return {
    url: 'https://hooks.example.org/scout',
    is_on: true,
    failing_since: null,
    ended: null,
    old_secret_until: null,
    waiting: 0,
    dead: 0,
    calls: [],
    created_at: ago(HOUR),
    ...more,
  }
}

async function openWith(webhook: Webhook | null) {
  const state = { webhook }
  const app = await openApp({
    me: person('ana'),
    path: '/agents?agent=scout',
    world: { agents: [agent('scout')] },
    answers(server, world) {
      answerOwner(server, world)
      server.answer(routes.get, () => state)
      server.answer(routes.remove, () => {
        state.webhook = null
        return undefined
      })
    },
  })
  return { ...app, state }
}

test('it is set with a URL, which stays in the form when rejected; its secret is shown once', async () => {
  const { server, state, stored } = await openWith(null)
  await section.getByRole('button', { name: 'Set a webhook' }).click()
  const address = section.getByRole('textbox', { name: 'Address' })
  await expect.element(address).toHaveFocus()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect.element(section).toMatchTextContent('An address that begins with https://')
  server.answer(routes.save, () =>
    refusal(422, 'validation_failed', [
      { loc: ['body', 'url'], msg: 'It is not a public address', type: 'value_error' },
    ]),
  )
  await address.fill('https://127.0.0.1/')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect.element(section).toMatchTextContent('It is not a public address')
  await expect.element(address).toHaveValue('https://127.0.0.1/')

  server.answer(routes.save, ({ body }) => {
    state.webhook = hook({ url: body.url, is_on: body.is_on ?? true })
    return { webhook: state.webhook, secret: SECRET }
  })
  await address.fill('https://hooks.example.org/scout')
  await section.getByRole('button', { name: 'Save' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
  await expect.element(secret.getByRole('region', { name: 'Secret' })).toMatchTextContent('whsec_••')
  await secret.getByRole('button', { name: 'Show the secret' }).click()
  await expect.element(secret.getByRole('region', { name: 'Secret' })).toHaveTextContent(SECRET)
  await secret.getByRole('button', { name: 'Done' }).click()
  await expect.element(section).toMatchTextContent('https://hooks.example.org/scout')
  expect([...stored.values()].join()).not.toContain(SECRET)

  await section.getByRole('switch', { name: 'Calls the receiver' }).click()
  await expect.element(section).toMatchTextContent('Nothing is sent.')
  expect(server.calls(routes.save).at(-1)?.body).toEqual({
    url: 'https://hooks.example.org/scout',
    is_on: false,
  })
})

test('a failed delivery shows its reason and is resent; the hook is tested, its secret replaced, and it is removed', async () => {
  const dead = made({ state: 'dead', attempts: 11, status: 500, problem: 'Answered 500', reason: 'reply' })
  const waiting = made({
    state: 'waiting',
    attempts: 2,
    problem: 'No answer within 10 s',
    due_at: ago(-5 * MINUTE),
  })
  const before = hook({ dead: 1, waiting: 1, failing_since: ago(HOUR), calls: [dead, waiting, made()] })
  const { server, state } = await openWith(before)
  await expect.element(section).toMatchTextContent('No attempt has succeeded since')
  await expect.element(section).toMatchTextContent('1 waiting, 1 dead letter')
  // the failed attempt needn't wait for its next one
  await expect.element(page.getByRole('button', { name: 'Send all again' })).toBeVisible()
  await expect.element(section).toMatchTextContent('Answered 500 · 11 attempts')
  await expectAccessible()

  server.answer(routes.resend, () => {
    state.webhook = { ...before, dead: 0, failing_since: null, calls: [] }
    return { webhook: state.webhook }
  })
  await section.getByRole('button', { name: /^Send again: Reply/ }).click()
  await expect.element(section).toMatchTextContent('No calls so far.')
  expect(server.calls(routes.resend).at(-1)?.body).toEqual({ call_id: dead.id })

  server.answer(routes.test, () => ({ ok: false, status: 404, problem: 'Answered 404' }))
  await section.getByRole('button', { name: 'Send a test' }).click()
  await expect.element(section.getByRole('status')).toMatchTextContent('Answered 404')
  server.answer(routes.test, () => ({ ok: true, status: 204, problem: null }))
  await section.getByRole('button', { name: 'Send a test' }).click()
  await expect.element(section.getByRole('status')).toMatchTextContent('It works: answered 204.')

  server.answer(routes.rotate, () => ({
    webhook: { ...hook(), old_secret_until: ago(-23 * HOUR) },
    secret: SECRET,
  }))
  await section.getByRole('button', { name: 'New secret' }).click()
  await page
    .getByRole('dialog', { name: 'Make a new secret?' })
    .getByRole('button', { name: 'New secret' })
    .click()
  await page
    .getByRole('dialog', { name: 'Secret of the webhook' })
    .getByRole('button', { name: 'Done' })
    .click()
  await expect.element(section).toMatchTextContent('The old secret signs as well until')

  await section.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('dialog', { name: 'Remove this webhook?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect.element(section.getByRole('button', { name: 'Set a webhook' })).toBeVisible()
})

test('a notice on every page tells the owner that it was switched off, and the dialog shows why', async () => {
  const what = 'The webhook of @scout was switched off'
  const scout = agent('scout')
  const me = person('ana')
  await openApp({
    me,
    path: '/home',
    // a device that has shown the strip
    stored: { [`notices_height:${me.id}`]: '57' },
    world: { agents: [scout] },
    answers(server, world) {
      answerOwner(server, world)
      const ended = hook({ is_on: false, ended: { at: ago(MINUTE), why: 'Answered 500' } })
      server.answer(routes.get, () => ({ webhook: ended }))
      server.answer(accountRoutes.notices, () => ({
        notices: [
          {
            id: newId(),
            kind: 'webhook_ended' as const,
            agent: { id: scout.id, handle: 'scout' },
            client_name: null,
            created_at: ago(MINUTE),
            ip: null,
            user_agent: null,
            current: false,
          },
        ],
      }))
    },
  })
  await expect.element(page.getByText(what)).toBeVisible()
  await expect.element(page.getByRole('button', { name: `OK: ${what}` })).toBeVisible()
  await page.getByRole('link', { name: 'Open dashboard' }).click()
  await expect.element(section).toMatchTextContent('Switched off by itself')
  await expect.element(section).toMatchTextContent('The reason: Answered 500')
})

test("a notice on every device tells the owner about a new URL that gets the agent's messages", async () => {
  const what = 'What is addressed to @scout is sent to hooks.example.org'
  const scout = agent('scout')
  const me = person('ana')
  await openApp({
    me,
    path: '/home',
    // a device that has shown the strip
    stored: { [`notices_height:${me.id}`]: '57' },
    world: { agents: [scout] },
    answers(server, world) {
      answerOwner(server, world)
      server.answer(accountRoutes.notices, () => ({
        notices: [
          {
            id: newId(),
            kind: 'webhook_set' as const,
            agent: { id: scout.id, handle: 'scout' },
            client_name: 'hooks.example.org',
            created_at: ago(MINUTE),
            ip: '203.0.113.9',
            user_agent: null,
            current: false,
          },
        ],
      }))
    },
  })
  await expect.element(page.getByText(what)).toBeVisible()
  await expect.element(page.getByText('203.0.113.9')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open dashboard' })).toBeVisible()
  await page.getByRole('button', { name: `It was me: ${what}` }).click()
  await expect.element(page.getByText(what)).not.toBeInTheDocument()
})
