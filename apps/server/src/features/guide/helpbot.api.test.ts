import { expect, test } from 'vitest'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { call, refusalOf } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const ask = (person: Person, text: string) => person.api.call(onboardingRoutes.helpbot, { body: { text } })

test('Chirpy answers without a post, and names its articles', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { answer, sources } = await ask(ana, 'Is there a dark mode?')

  expect(sources[0]).toEqual({ title: 'Dark mode', url: '/help/dark-mode' })
  expect(answer).toContain('[Dark mode](/help/dark-mode)')
  expect((await ana.api.messages.history()).posts).toEqual([])
})

test('it answers with the facts of the current space, and says so when it does not know', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana', 'bob')

  expect(await ask(ana, 'who is here?')).toMatchObject({
    answer: expect.stringContaining('`bob`'),
    sources: [],
  })
  expect(await ask(ana, '@chirpy what is the capital of France?')).toMatchObject({
    answer: expect.stringMatching(/^I do not know that/),
    sources: [],
  })
})

test.for([
  { text: '', status: 422, because: 'it is empty' },
  { text: ' \n', status: 422, because: 'it is white space' },
  { text: 'x'.repeat(5001), status: 422, because: 'it has 5,001 characters' },
  { text: 'x'.repeat(5000), status: 200, because: 'it has no more than 5,000 characters' },
])('a question is answered $status because $because', async ({ text, status }) => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const answer = await call(server.url, 'POST', '/onboarding/helpbot', { token: ana.token(), json: { text } })

  expect(answer.status).toBe(status)
})

test('it does not answer while Chirpy is paused', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await server.query(
    `update agents set disabled_by = '{admin}' where account_id = (select id from accounts where handle = 'chirpy')`,
  )

  expect(await refusalOf(ask(ana, 'hi'))).toMatchObject({ status: 403, code: 'agent_disabled' })
})

test('it does not answer for a space that is no longer the current one', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'private' } })
  await ana.api.spaces.switch({ body: { org_id: other.id } })

  expect(await refusalOf(ask(ana, 'who is here?'))).toMatchObject({
    status: 409,
    code: 'ORG_CONTEXT_CHANGED',
  })
})
