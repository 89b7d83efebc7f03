/** Managed agents: their administration and their answers. */
import { adminManagedRoutes as routes } from '@flockwork/contract/admin/managed'
import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { budgetRoutes } from '@flockwork/contract/budgets'
import type { Message } from '@flockwork/contract/messages'
import { runRoutes } from '@flockwork/contract/runs'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { lockSequence, type RowLock } from '../../../test/locks.ts'
import { refusing, replying, resultsIn, startModel, type StandInModel } from '../../../test/model.ts'
import { stored, type Person } from '../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../test/secret-samples.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { openStream, type StreamEvent } from '../../../test/stream.ts'
import type { Breaker } from '../agents/index.ts'
import { sweepManaged } from './worker.ts'

const PRICES = { LLM_PRICE_INPUT: '1', LLM_PRICE_OUTPUT: '10' }

const using = (model: StandInModel, env: Record<string, string> = {}) =>
  startServer({ own: true, env: { ...model.env, ...PRICES, ...env }, onLog: () => {} })

const WANTED = {
  name: 'scribe',
  instructions: 'You summarise what was said.',
  tools: ['search_messages', 'read_thread'] as ['search_messages', 'read_thread'],
  caps: [],
}

async function withScribe(server: TestServer, more: Partial<Parameters<typeof make>[2]> = {}) {
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scribe = await make(root, spaceId, more)
  return { root, ana, bob, spaceId, scribe }
}

const make = (root: Person, spaceId: string, more: Record<string, unknown> = {}) =>
  root.api.call(routes.create, { body: { ...WANTED, space_ids: [spaceId], ...more } })

const isAnswerTo =
  ({ id }: Pick<Message, 'id'>) =>
  ({ event, data }: StreamEvent) =>
    event === 'message' && (data['message'] as Message).parent_id === id

async function ask(
  server: TestServer,
  person: Person,
  content = '@scribe what was said?',
  parentId?: string,
) {
  await using stream = await openStream(server.url, { token: person.token(), spaceId: person.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  const question = await person.says(content, parentId === undefined ? {} : { parentId })
  const answer = (await stream.next(isAnswerTo(question))).data['message'] as Message
  return { question, answer }
}

const listed = async (root: Person) => (await root.api.call(routes.list, {})).agents[0]

test("an administrator creates one, and it answers mentions, people's replies and assignments", async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, spaceId, scribe } = await withScribe(server, { model: 'large' })
  expect(scribe).toMatchObject({
    username: 'scribe',
    model: 'large',
    spaces: [{ id: spaceId }],
    usage: { source: 'measured', today: { tokens: 0, runs: 0, microdollars: 0 } },
  })
  await ana.says('The build is green')
  model.answer = async (say, asked) => {
    if (resultsIn(asked).length === 0) await say.call('search_messages', { words: 'build' })
    else await say.text(`Said: ${resultsIn(asked).join()}`)
    say.end({ input: 1000, output: 100 })
  }
  const { question, answer } = await ask(server, ana)
  expect(answer).toMatchObject({ username: 'scribe', agent_type: 'cloud_gcp', agent_owner: null })
  expect(answer.content).toContain('The build is green')
  expect((await ana.reads(question.id)).deliveries).toMatchObject([{ state: 'answered' }])
  expect(model.asked[0]?.body).toMatchObject({ model: 'large' })
  expect(model.asked[0]?.body.tools?.map(({ function: { name } }) => name)).toEqual(WANTED.tools)
  expect(JSON.stringify(model.asked[0]?.body.messages[0])).toContain(WANTED.instructions)

  model.answer = replying('Gladly.')
  expect((await ask(server, ana, 'And shorter?', answer.id)).answer.content).toBe('Gladly.')
  expect(JSON.stringify(model.asked.at(-1)?.body.messages)).toContain('what was said?')
  const task = await ana.api.tasks.create({ body: { title: 'Sum up', agent_id: scribe.id, org_id: spaceId } })
  await eventually(
    async () => (await ana.api.messages.thread({ params: { id: task.message_id }, query: {} })).messages,
    (messages) => messages.some(({ username, content }) => username === 'scribe' && content === 'Gladly.'),
  )

  // 2 × (1,000 + 1,000) millionths, and twice 100 + 100
  expect((await listed(root))?.usage).toEqual({
    source: 'measured',
    today: { tokens: 2420, input_tokens: 2200, output_tokens: 220, microdollars: 4400, runs: 3 },
    month: { tokens: 2420, input_tokens: 2200, output_tokens: 220, microdollars: 4400, runs: 3 },
  })
  const of = async (subject: 'person' | 'task' | 'space', id: string) =>
    (await root.api.call(budgetRoutes.budget, { params: { subject, id } })).today.runs
  expect([await of('person', ana.profile.id), await of('task', task.id), await of('space', spaceId)]).toEqual(
    [3, 1, 3],
  )
})

/** A question whose answer is shown in part, and ends after `release`. */
async function whileWriting(model: StandInModel, server: TestServer) {
  const { ana, bob, spaceId, scribe } = await withScribe(server)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  model.answer = async (say) => {
    await say.text(`Ana wrote ${'a secret '.repeat(20)}`)
    await released
    await say.text(`and ${'more of it '.repeat(20)}`)
    say.end()
  }
  const stream = await openStream(server.url, { token: bob.token(), spaceId })
  const question = await ana.says('@scribe what was said?')
  const isShown = ({ event, data }: StreamEvent) => event === 'agent_working' && data['text'] !== undefined
  const isOver = ({ event, data }: StreamEvent) => event === 'agent_working' && data['state'] === 'stopped'
  await stream.next(isShown)
  const repliesTo = async () =>
    (await ana.api.messages.thread({ params: { id: question.id }, query: {} })).messages
  return { ana, scribe, stream, question, release, isOver, repliesTo }
}

const runEnds = (server: TestServer) =>
  eventually(
    () => server.query("select from model_runs where state = 'running'"),
    (running) => running.length === 0,
  )

test('a message that is deleted while the model writes gets no answer', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { ana, stream, question, release, repliesTo } = await whileWriting(model, server)
  await using _ = stream
  await ana.api.messages.remove({ params: { id: question.id } })
  release()
  await runEnds(server)
  expect(await repliesTo()).toEqual([])
})

test('a message that is deleted just before the answer is posted gets none', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { ana } = await withScribe(server)
  const asked = Promise.withResolvers<Message>()
  model.answer = async (say) => {
    await ana.api.messages.remove({ params: { id: (await asked.promise).id } })
    await say.text('Short.')
    say.end()
  }
  const question = await ana.says('@scribe what was said?')
  asked.resolve(question)
  await eventually(
    async () => model.asked.length,
    (count) => count === 1,
  )
  await runEnds(server)
  const { messages } = await ana.api.messages.thread({ params: { id: question.id }, query: {} })
  expect(messages).toEqual([])
})

test('in a long thread the model reads the end, up to the question', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { ana, spaceId } = await withScribe(server)
  const root = await ana.says('the beginning')
  await server.query(
    `insert into messages (space_id, id, seq, author_id, channel, content, parent_id, thread_root_id, message_type,
       topics, created_at)
     select space_id, gen_random_uuid(), seq + n, author_id, channel, 'reply ' || n, id, id, 'reply', '{}', now()
     from messages, generate_series(1, 700) n where id = $1`,
    [root.id],
  )
  await server.query('update space_sequences set seq = seq + 700 where space_id = $1', [spaceId])
  await ask(server, ana, '@scribe what is left?', root.id)
  const asked = JSON.stringify(model.asked[0]?.body.messages)
  for (const text of ['reply 700', 'what is left?']) expect(asked).toContain(text)
  expect(asked).not.toContain('reply 300')
})

test('while the circuit breaker pauses it, an answer is put off instead of being lost', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { scribe, stream, release, isOver, repliesTo } = await whileWriting(model, server)
  await using _ = stream
  const breaker = server.services.messages.breaker as Breaker
  for (let failure = 0; failure < 5; failure++) await breaker.recordFailure(scribe.id)
  await eventually(
    async () => breaker.pausedUntil(scribe.id),
    (until) => until !== undefined,
  )
  release()
  await stream.next(isOver)
  const delayed = async () =>
    server.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::int as seconds from pgboss.job
       where name = 'managed-run' and state = 'created'`,
    )
  const [job, ...others] = await eventually(delayed, (jobs) => jobs.length > 0)
  expect(others).toEqual([])
  expect(job?.seconds).toBeGreaterThan(0)
  expect(job?.seconds).toBeLessThanOrEqual(60)
  expect(await repliesTo()).toEqual([])
})

test('the author is told when a run is given up', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { ana } = await withScribe(server)
  await server.query("update pgboss.queue set retry_limit = 0 where name = 'managed-run'")
  await server.query(
    "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$",
  )
  await server.query(
    'create trigger refuse before insert on model_runs for each row execute function refuse()',
  )
  const lost = await ana.says('@scribe what was said?')
  await eventually(
    () => server.query("select from pgboss.job where name = 'managed-run' and state = 'failed'"),
    (failed) => failed.length === 1,
  )
  await server.query('drop trigger refuse on model_runs')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  model.answer = async (say) => {
    await say.text('It was ')
    await released
    await say.text('green.')
    say.end()
  }
  const written = await ana.says('@scribe and now?')
  await eventually(
    () => server.query("select from model_runs where state = 'running'"),
    ({ length }) => length === 1,
  )

  await sweepManaged(server.services.managed)
  expect((await ana.reads(lost.id)).deliveries).toMatchObject([
    { state: 'undeliverable', why: 'It failed to answer. Ask it again' },
  ])
  // not the one that is being written
  expect((await ana.reads(written.id)).deliveries).toMatchObject([{ state: 'delivered' }])
  release()
  await eventually(
    async () => (await ana.reads(written.id)).deliveries,
    (deliveries) => deliveries?.[0]?.state === 'answered',
  )
  await sweepManaged(server.services.managed)
  expect((await ana.reads(written.id)).deliveries).toMatchObject([{ state: 'answered' }])
})

test('invalid settings are refused, and only administrators may set any', async () => {
  await using model = await startModel()
  await using server = await startServer({ own: true, env: model.env })
  const { root, ana, spaceId, scribe } = await withScribe(server)
  const refused = async (more: Record<string, unknown>) =>
    (await refusalOf(make(root, spaceId, { name: 'other', ...more }))).status
  expect(await refused({ name: 'scribe' })).toBe(409)
  expect(await refused({ name: 'ana' })).toBe(409)
  for (const more of [
    { name: 'x' },
    { name: 'chirpy' },
    { instructions: ' ' },
    { instructions: 'x'.repeat(4001) },
    { model: 'two words' },
    { tools: ['delete_everything'] },
    { space_ids: [] },
    { space_ids: ['00000000-0000-4000-8000-000000000000'] },
    { caps: [{ unit: 'tokens', span: 'day', amount: -1 }] },
    { caps: [{ unit: 'tokens', span: 'week', amount: 1 }] },
    { caps: [1, 2].map((amount) => ({ unit: 'tokens', span: 'day', amount })) },
    // no price is configured here
    { caps: [{ unit: 'microdollars', span: 'day', amount: 1 }] },
  ]) {
    expect([more, await refused(more)]).toEqual([more, 422])
  }
  expect(await refused({ instructions: `Use ${SECRET_SAMPLES[0]?.secret} for it` })).toBe(400)

  const body = { ...WANTED, space_ids: [spaceId] }
  const theirs = [
    ana.api.call(routes.list, {}),
    ana.api.call(routes.create, { body }),
    ana.api.call(routes.update, { params: { id: scribe.id }, body }),
    ana.api.call(routes.remove, { params: { id: scribe.id } }),
    ana.api.call(budgetRoutes.setCap, {
      params: { subject: 'agent', id: scribe.id },
      body: { unit: 'tokens', span: 'day', amount: 1 },
    }),
  ]
  for (const attempt of theirs) expect((await refusalOf(attempt)).status).toBe(403)
  const unknown = { params: { id: ana.profile.id }, body }
  expect((await refusalOf(root.api.call(routes.update, unknown))).status).toBe(404)
  expect((await refusalOf(root.api.call(routes.remove, { params: { id: ana.profile.id } }))).status).toBe(404)
})

test('changes apply to the next answer; after its removal only its messages remain', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, bob, spaceId, scribe } = await withScribe(server)
  const { answer } = await ask(server, ana)
  const other = await bob.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  await root.api.call(routes.update, {
    params: { id: scribe.id },
    body: { ...WANTED, instructions: 'You rhyme.', tools: [], space_ids: [other.id] },
  })
  expect((await listed(root))?.spaces).toMatchObject([{ id: other.id }])
  expect((await ana.says('@scribe still there?')).mentions).toEqual([])
  await bob.goesTo(other.id)
  await ask(server, bob)
  expect(model.asked.at(-1)?.body.tools).toBeUndefined()
  expect(JSON.stringify(model.asked.at(-1)?.body.messages[0])).toContain('You rhyme.')

  await root.api.call(routes.remove, { params: { id: scribe.id } })
  expect(await listed(root)).toBeUndefined()
  expect((await bob.says('@scribe?')).mentions).toEqual([])
  expect((await ana.reads(answer.id)).content).toBe('Hello from the model.')
  expect((await refusalOf(make(root, spaceId))).status).toBe(409)
})

test('what waits for it in a space that it is taken out of becomes undeliverable', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, bob, spaceId, scribe } = await withScribe(server)
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  model.answer = async (say) => {
    await say.text('It was ')
    await gone
    await say.text('green.')
    say.end()
  }
  const question = await ana.says('@scribe what was said?')
  await eventually(
    () => server.query("select from model_runs where state = 'running'"),
    ({ length }) => length === 1,
  )
  const other = await bob.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  const moveTo = (ids: string[]) =>
    root.api.call(routes.update, { params: { id: scribe.id }, body: { ...WANTED, space_ids: ids } })

  await moveTo([spaceId, other.id])
  expect((await ana.reads(question.id)).deliveries).toMatchObject([{ state: 'delivered' }])
  await moveTo([other.id])

  expect((await ana.reads(question.id)).deliveries).toMatchObject([
    { state: 'undeliverable', why: 'No longer in this space' },
  ])
  resolve()
  await eventually(
    () => server.query("select from pgboss.job where name = 'managed-run' and state < 'completed'"),
    ({ length }) => length === 0,
  )
  expect((await ana.api.messages.thread({ params: { id: question.id }, query: {} })).messages).toEqual([])
})

test('every switch of the control centre affects it, even during an answer', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, spaceId, scribe } = await withScribe(server)
  const control = (body: object) => root.api.agents.updateControl({ params: { id: scribe.id }, body })
  expect(
    (await root.api.call(adminControlRoutes.control, {})).agents.map(({ username }) => username),
  ).toContain('scribe')
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  model.answer = async (say) => {
    isAsked()
    await say.gone
    resolve()
  }
  const cut = await ana.says('@scribe think long')
  await asked
  await control({ disabled: true, reason: 'Enough' })
  await gone
  expect((await ana.reads(cut.id)).deliveries).toMatchObject([{ state: 'undeliverable', why: 'Enough' }])
  expect((await ana.says('@scribe?')).deliveries).toMatchObject([{ state: 'undeliverable' }])
  await control({ disabled: false })

  model.answer = replying('Here.')
  expect((await ask(server, ana)).answer.content).toBe('Here.')
  await control({ scope: 'global', disabled: true })
  const paused = await make(root, spaceId, { name: 'born-paused' })
  expect((await ana.says('@scribe and @born-paused?')).deliveries).toMatchObject([
    { state: 'undeliverable' },
    { state: 'undeliverable' },
  ])
  await root.api.agents.updateControl({
    params: { id: paused.id },
    body: { scope: 'global', disabled: false },
  })
  expect((await ask(server, ana, '@born-paused?')).answer.content).toBe('Here.')
  await control({ user_hourly_limit: 0 })
  const over = await call(server.url, 'POST', '/auth/messages', {
    token: ana.token(),
    json: { content: '@scribe?', org_id: spaceId },
  })
  expect(over.status).toBe(429)
})

test('members of its spaces mute it for themselves; for everybody else it does not exist', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { ana, scribe } = await withScribe(server)
  const stranger = await server.signUp('stranger')
  const read = ({ api }: Person) => api.agents.control({ params: { id: scribe.id } })
  const mute = ({ api }: Person) =>
    api.agents.updateControl({ params: { id: scribe.id }, body: { disabled: true } })

  expect((await refusalOf(read(stranger))).status).toBe(404)
  expect((await refusalOf(mute(stranger))).status).toBe(404)
  expect(await mute(ana)).toMatchObject({ is_disabled: true, disabled_by: ['owner:ana'] })
  expect(await read(ana)).toMatchObject({ is_disabled: true })
})

test('it is shown as working, and the author of the message can stop it', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { bob, scribe } = await withScribe(server)
  await using stream = await openStream(server.url, { token: bob.token(), spaceId: bob.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  model.answer = (say) => say.gone
  const question = await bob.says('@scribe think')
  const { data } = await stream.next(
    ({ event, data: { stoppable } }) => event === 'agent_working' && stoppable === true,
  )
  expect(data).toMatchObject({ username: 'scribe', message_id: question.id, state: 'started' })
  await bob.api.call(runRoutes.stop, { params: { id: question.id }, body: { agent_id: scribe.id } })
  const { data: answer } = await stream.next(isAnswerTo(question))
  expect((answer['message'] as Message).content).toBe('Stopped by bob.')
})

test('a stop while the finished answer is being posted is refused', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { ana, spaceId, scribe } = await withScribe(server)
  const locked = Promise.withResolvers<RowLock>()
  model.answer = async (say, asked) => {
    locked.resolve(await lockSequence(server, spaceId))
    await replying('Short.')(say, asked)
  }
  const { id } = await ana.says('@scribe what was said?')
  await using lock = await locked.promise
  await eventually(
    () => server.query('select from model_runs where ended_at is not null'),
    ({ length }) => length === 1,
  )
  const stop = ana.api.call(runRoutes.stop, { params: { id }, body: { agent_id: scribe.id } })
  expect((await refusalOf(stop)).status).toBe(409)
  await lock.release()
  await eventually(
    () => server.query("select from model_runs where state = 'answered'"),
    ({ length }) => length === 1,
  )
  const { messages } = await ana.api.messages.thread({ params: { id }, query: {} })
  expect(messages).toMatchObject([{ content: 'Short.' }])
  expect(await server.query("select from audit where action = 'agent_run_stopped'")).toEqual([])
})

test('without a configured model the answer says so', async () => {
  await using server = await startServer({ own: true })
  const { ana } = await withScribe(server)
  expect((await ask(server, ana)).answer.content).toBe(
    'I could not answer: no model is configured on this server. Its operator can set one.',
  )
})

test('model errors are explained in words, and so is a model that was removed', async () => {
  await using model = await startModel()
  await using server = await using(model, { LLM_FIRST_BYTE_SECONDS: '0.2', LLM_SILENCE_SECONDS: '0.2' })
  const { ana } = await withScribe(server)
  const wrongs: [StandInModel['answer'], string][] = [
    [refusing(404), 'is not there any more. An administrator can choose another.'],
    [refusing(401), 'refuses the key'],
    [refusing(500), 'could not be reached'],
    [refusing(429, { 'retry-after': '99' }), 'is busy'],
    [() => {}, 'did not answer in time'],
    [async (say) => say.raw('data: nonsense\n\n'), 'did not give an answer'],
  ]
  for (const [answer, words] of wrongs) {
    model.answer = answer
    const { content } = (await ask(server, ana)).answer
    expect(content).toContain('I could not answer: ')
    expect(content).toContain(words)
  }
})

test('two managed agents that mention each other are bounded like any agents, and plain replies by agents wake neither', async () => {
  await using model = await startModel()
  await using server = await startServer({
    own: true,
    env: { ...model.env, ...PRICES, MAX_HOPS: '3' },
  })
  const { root, ana, spaceId } = await withScribe(server)
  await make(root, spaceId, { name: 'critic' })
  model.answer = (say, { body }) => {
    const isScribe = JSON.stringify(body.messages[0]).includes('You are @scribe')
    return replying(isScribe ? 'What do you say, @critic?' : 'What do you say, @scribe?')(say, {
      headers: {},
      body,
      text: '',
    })
  }
  const question = await ana.says('@scribe begin')
  const held = await eventually(
    async () => (await ana.api.messages.thread({ params: { id: question.id }, query: {} })).messages,
    (messages) => messages.some(({ hold }) => hold !== undefined && hold !== null),
  )
  expect(held.length).toBeLessThanOrEqual(4)
  const count = model.asked.length
  expect(count).toBe(held.length)

  model.answer = replying('Done.')
  stored(await ana.api.messages.post({ body: { content: 'unrelated', org_id: spaceId } }))
  expect(model.asked).toHaveLength(count)
})
