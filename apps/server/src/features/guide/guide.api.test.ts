import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { expect, test } from 'vitest'
import type { Message } from '@flockwork/contract/messages'
import { eventually } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { stored } from '../../../test/people.ts'
import { openStream } from '../../../test/stream.ts'
import { ensureGuide } from './account.ts'
import { readArticles } from './articles.ts'
import { createSearch } from './search.ts'
import { readMessage, sweepGuide } from './worker.ts'

const ANSWERED_WITHIN_MS = 2000

/** Asks like a person; returns the answer and its delay. */
async function ask(server: TestServer, person: Person, content: string, channel?: string) {
  await using stream = await openStream(server.url, { token: person.token(), spaceId: person.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  const from = performance.now()
  const question = await person.says(content, channel === undefined ? {} : { channel })
  const { data } = await stream.next(
    ({ event, data: { message } }) => event === 'message' && (message as Message).parent_id === question.id,
  )
  return { question, answer: data['message'] as Message, tookMs: performance.now() - from }
}

/** Moves the clock away from midnight. */
function toNoon(server: TestServer): void {
  const dayMs = 24 * 60 * 60 * 1000
  server.moveClock(dayMs * 1.5 - (server.services.clock.now() % dayMs))
}

/** Repeats the job of a message. */
async function answerAgain({ services }: TestServer, { id, space_id: spaceId }: Message): Promise<void> {
  const { db, clock, messages } = services
  const guide = await ensureGuide({ db, clock })
  const publicUrl = () => 'http://127.0.0.1'
  const search = createSearch(await readArticles())
  await readMessage({ db, clock, messages, guide, publicUrl }, search, { spaceId, messageId: id })
}

async function answersTo(person: Person, { id }: Pick<Message, 'id'>): Promise<Message[]> {
  const thread = await person.api.messages.thread({ params: { id }, query: {} })
  return thread.messages.filter(({ username }) => username === 'chirpy')
}

test('a mention of Chirpy is answered within 2 s, in a reply that names its article', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')

  const { question, answer, tookMs } = await ask(server, ana, '@chirpy how do I invite someone?', 'dev')

  expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS)
  expect(answer).toMatchObject({
    username: 'chirpy',
    author_type: 'agent',
    agent_owner: null,
    channel: 'dev',
    mentions: [],
    topics: [],
  })
  expect(answer.content).toContain('From my help article [Inviting and joining](/help/invites).')
  const { deliveries } = await ana.reads(question.id)
  expect(deliveries).toMatchObject([
    { recipient: { handle: 'chirpy' }, reason: 'mention', state: 'answered' },
  ])
})

test('a mention added by an edit is answered, and its author sees that', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const question = await ana.says('how do I invite someone?')

  const content = '@chirpy how do I invite someone?'
  await ana.api.messages.edit({ params: { id: question.id }, body: { content } })
  await eventually(
    () => answersTo(ana, question),
    (answers) => answers.length === 1,
  )

  expect((await ana.reads(question.id)).deliveries).toMatchObject([
    { recipient: { handle: 'chirpy' }, reason: 'mention', state: 'answered' },
  ])
})

test('a reply to Chirpy that an edit turns into a question is answered', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { answer } = await ask(server, ana, '@chirpy how do I connect Claude Code?')
  const reply = await ana.says('thanks', { parentId: answer.id })
  await eventually(
    () => ana.reads(reply.id),
    ({ deliveries }) => deliveries?.[0]?.state === 'seen',
  )

  const content = '@chirpy thanks, and how do I invite someone?'
  await ana.api.messages.edit({ params: { id: reply.id }, body: { content } })
  const answers = await eventually(
    () => answersTo(ana, reply),
    ({ length }) => length === 2,
  )
  expect(answers.at(-1)?.content).toContain('/help/invites')
  expect((await ana.reads(reply.id)).deliveries).toMatchObject([{ reason: 'mention', state: 'answered' }])
})

test('an answer has the URL of its own instance, ready to be pasted', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { answer } = await ask(server, ana, '@chirpy how do I connect Claude Code?')
  expect(answer.content).toContain(`${server.url}/mcp/agents/your-agent`)
  expect(answer.content).not.toContain('your-server')
  const { answer: aside } = await ana.api.call(onboardingRoutes.helpbot, {
    body: { text: 'how do I connect my own agent?' },
  })
  expect(aside).toContain(`${server.url}/mcp`)
})

test('an answer has the facts of only its own space', async () => {
  await using server = await startServer()
  toNoon(server)
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const { cleo } = await server.peopleInOneSpace('cleo')
  await cleo.registers('scout')
  await ana.says('the #Launch is near')
  await bob.says('#launch it is')
  await cleo.says('#garden first')
  await cleo.says('#garden and #tools')

  const [here, there] = [
    await ask(server, ana, '@chirpy who is here?'),
    await ask(server, cleo, '@chirpy who is here?'),
  ]
  expect(here.answer.content).toContain('2 people and 0 agents')
  expect(here.answer.content).toContain('`ana`')
  expect(here.answer.content).toContain('`bob`')
  expect(there.answer.content).toContain('1 person and 1 agent')
  expect(there.answer.content).toContain('- Agents: `scout`')
  expect(there.answer.content).not.toContain('bob')

  const [trendsHere, trendsThere] = [
    await ask(server, ana, '@chirpy trending?'),
    await ask(server, cleo, '@chirpy trending?'),
  ]
  expect(trendsHere.answer.content).toContain('`#launch` in 2 messages')
  expect(trendsHere.answer.content).not.toContain('garden')
  expect(trendsThere.answer.content).toContain('`#garden` in 2 messages')
  expect(trendsThere.answer.content).not.toContain('tools')

  const today = await ask(server, ana, '@chirpy what happened today?', 'testing')
  // two messages of theirs, two questions with answers, and this question
  expect(today.answer.content).toContain('7 messages so far today')
  expect(today.answer.content).toContain('`ana` 4, `chirpy` 2, `bob` 1')
  expect(today.answer.content).toContain('Channels: `main` 6, `testing` 1')
  expect(today.answer.content).toContain('From this space right now.')
  expect(today.answer.mentions).toEqual([])
  expect(trendsHere.answer.topics).toEqual([])

  const newest = await ask(server, cleo, '@chirpy who joined recently?')
  expect(newest.answer.content).toMatch(/- `scout`, an agent, since \d{4}-\d\d-\d\d\n- `cleo`, a person/)
})

test('an answer about today does not include other days', async () => {
  await using server = await startServer()
  toNoon(server)
  const { ana } = await server.peopleInOneSpace('ana')
  await ana.says('of yesterday')
  await server.query(`update messages set created_at = created_at - interval '1 day'`)

  const { answer } = await ask(server, ana, '@chirpy what happened today?')

  expect(answer.content).toContain('1 message so far today')
})

test('Chirpy says so when it cannot answer, and what it can do', async () => {
  await using server = await startServer()
  const person = await server.signUp('ana')

  const { answer, tookMs } = await ask(server, person, '@chirpy what is the capital of France?')

  expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS)
  expect(answer.content).toContain('I do not know that, and I do not guess.')
  expect(answer.content).toContain('I can help with')
  expect(answer.content).not.toContain('From my help article')
})

test('an agent that mentions Chirpy gets an answer that does not prompt a further one', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const message = stored(
    await scout.api.messages.post({
      body: { content: '@chirpy who is here?', org_id: spaceId },
    }),
  )
  await stream.next(
    ({ event, data }) => event === 'message' && (data['message'] as Message).parent_id === message.id,
  )

  const [answer] = await answersTo(ana, message)
  expect(answer?.content).toContain('`scout`')
  expect(answer?.mentions).toEqual([])
})

test('a repeated job, with other facts by then, does not answer again', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { question } = await ask(server, ana, '@chirpy how many messages are there?')
  await ana.says('one more')

  await answerAgain(server, question)
  await Promise.all([answerAgain(server, question), answerAgain(server, question)])

  expect(await answersTo(ana, question)).toHaveLength(1)
})

test.for([
  { sql: `update agents set disabled_by = '{managed:agent}'`, because: 'Chirpy is switched off' },
  { sql: 'update messages set deleted_at = now()', because: 'the message is gone' },
  { sql: 'update messages set hops = 4', because: 'only agents have been talking' },
])('nothing is answered when $because', async ({ sql }) => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  // posted without the mention, which would be answered at once
  const question = await ana.says('hello')
  await server.query(sql)

  await answerAgain(server, question)

  expect(await answersTo(ana, question)).toEqual([])
})

test('a reply to Chirpy that asks for nothing is seen, and not answered', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const question = await ana.says('@chirpy how do I invite someone?')
  const [answer] = await eventually(
    () => answersTo(ana, question),
    (answers) => answers.length === 1,
  )
  if (answer === undefined) throw new Error('No answer')

  const thanks = await ana.replies(answer, 'thank you')

  await eventually(
    async () => (await ana.reads(thanks.id)).deliveries,
    (deliveries) => deliveries?.[0]?.state === 'seen',
  )
  expect((await ana.reads(thanks.id)).deliveries).toMatchObject([
    { recipient: { handle: 'chirpy' }, reason: 'reply', state: 'seen' },
  ])
  expect(await answersTo(ana, question)).toHaveLength(1)
  expect(await ana.api.messages.history({ query: { working: true } })).toMatchObject({ working: [] })
})

test('the author of a question whose job was given up sees that no answer will come', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const [lost, inProgress] = [await ask(server, ana, '@chirpy help'), await ask(server, ana, '@chirpy help')]
  const reply = await ana.replies(lost.answer, 'thank you')
  await eventually(
    async () => (await ana.reads(reply.id)).deliveries,
    (deliveries) => deliveries?.[0]?.state === 'seen',
  )
  const stateOf = async ({ id }: Pick<Message, 'id'>) => (await ana.reads(id)).deliveries?.[0]
  // as if the jobs had never answered
  await server.query(`update deliveries set state = 'stored' where message_id = any($1)`, [
    [lost.question.id, inProgress.question.id, reply.id],
  ])
  await server.query(
    `update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where data ->> 'messageId' = $1`,
    [inProgress.question.id],
  )
  const { db, clock } = server.services

  await sweepGuide({ db, clock, guide: await ensureGuide({ db, clock }) })

  expect(await stateOf(lost.question)).toMatchObject({
    state: 'undeliverable',
    why: 'It failed to answer. Ask it again',
  })
  expect(await stateOf(inProgress.question)).toMatchObject({ state: 'stored' })
  expect(await stateOf(reply)).toMatchObject({ state: 'seen' })
})

test('nodes that start concurrently share one Chirpy, which is in every space', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  await server.query(`delete from agents`)
  await server.query(`delete from handles`)
  await server.query(`delete from accounts`)

  const guides = await Promise.all(Array.from({ length: 5 }, () => ensureGuide({ db, clock })))

  const [first] = guides
  expect(new Set(guides.map(({ accountId }) => accountId)).size).toBe(1)
  expect(first).toMatchObject({
    username: 'chirpy',
    displayName: 'Chirpy',
    agentType: 'general',
    ownerId: null,
  })
})

test('a space without Chirpy gets it back at the next start', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { db, clock } = server.services
  const { accountId } = await ensureGuide({ db, clock })
  await server.query('delete from members where account_id = $1', [accountId])

  await Promise.all(Array.from({ length: 5 }, () => ensureGuide({ db, clock })))

  const rows = await server.query('select space_id from members where account_id = $1', [accountId])
  expect(rows).toContainEqual({ space_id: ana.spaceId() })
  // the shared space and her own
  expect(rows).toHaveLength(2)
})

test('Chirpy knows which tasks are open, overdue and blocked, only in the space of the question', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  const ask = async (question: string) =>
    (await bob.api.call(onboardingRoutes.helpbot, { body: { text: question } })).answer
  const create = (title: string, more: object = {}) => scout.api.tasks.create({ body: { title, ...more } })

  expect(await ask('which tasks are open?')).toContain('There are no tasks in this space yet')
  const blocked = await create('Stuck @ana #topic', { agent_id: scout.id })
  await scout.api.tasks.setStatus({ params: { id: blocked.id }, body: { status: 'blocked' } })
  await create('Late', { priority: 'critical' })
  const done = await create('Finished')
  await scout.api.tasks.setStatus({ params: { id: done.id }, body: { status: 'done' } })
  const elsewhere = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'private' } })
  await ana.api.tasks.create({ body: { title: 'Foreign', org_id: elsewhere.id } })
  await server.query("update tasks set created_at = created_at - interval '3 hours' where title = 'Late'")

  const answer = await ask('which tasks are overdue?')

  expect(answer).toContain('2 open tasks, 1 overdue, 1 blocked, 1 completed.')
  expect(answer).toContain(`- [T-1](/tasks?task=${blocked.id}) \`Stuck @ana #topic\`: Blocked, \`scout\``)
  expect(answer).toContain('`Late`: Overdue, nobody has it')
  expect(answer).toContain('Completed last: T-3 `Finished`.')
  expect(answer).not.toContain('Foreign')
})
