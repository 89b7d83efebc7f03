/** Chains of agents: bounds, held messages, and a person's decision (docs/rules/loops.md). */
import { loopRoutes } from '@flockwork/contract/loop-routes'
import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import { inboxRoutes, type InboxItem } from '@flockwork/contract/inbox'
import type { Delivery, Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { connectAgent } from '../../../test/mcp.ts'
import { stored, type Person, type TestAgent } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'
import { expireDeliveries } from '../inbox/index.ts'
import { openStream } from '../../../test/stream.ts'

const says = async ({ api }: TestAgent, spaceId: string, content: string, parentId?: string) =>
  stored(await api.messages.post({ body: { content, org_id: spaceId, parent_id: parentId } }))

const statesOf = ({ deliveries = [] }: Message) =>
  Object.fromEntries(deliveries.map(({ recipient, state }) => [recipient.handle, state]))

const bound = (
  ana: Person,
  spaceId: string,
  bounds: { max_hops?: number | null; max_chain?: number | null },
) => ana.api.spaces.update({ params: { id: spaceId }, body: bounds })

/** Its pending messages, fetched over REST. */
const takes = async (server: TestServer, { api }: Pick<TestAgent, 'api'>) => {
  const { items } = await api.call(inboxRoutes.list, { query: { state: 'unread' } })
  await server.services.receipts.flush()
  return items
}

const textsOf = (items: readonly InboxItem[]) => items.map(({ message }) => message?.content)

/** Ana, Bob and two of Ana's agents in one space, in which an agent woken by a person may not wake another. */
async function atTheBound(server: TestServer, bounds = { max_hops: 1 }) {
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const bee = await ana.registers('bee')
  await bound(ana, spaceId, bounds)
  const asked = await ana.says('@scout begin')
  const first = await says(scout, spaceId, '@bee go on', asked.id)
  return { ana, bob, scout, bee, spaceId, asked, first }
}

test('a message beyond the bound is stored and shown, but wakes no agent; its author is notified, and people get it', async () => {
  await using server = await startServer()
  const { ana, bob, scout, bee, spaceId, first, asked } = await atTheBound(server)
  expect(statesOf(first)).toEqual({ bee: 'stored', ana: 'stored' })
  await using stream = await openStream(server.url, { token: scout.token, spaceId })
  await using shown = await openStream(server.url, { token: bob.token(), spaceId })
  await using asScout = await connectAgent(server.url, scout.token)
  await stream.next(({ event }) => event === 'bootstrap')
  await shown.next(({ event }) => event === 'bootstrap')
  await takes(server, scout)

  const held = await says(bee, spaceId, '@scout and @bob, back to you', first.id)
  expect(statesOf(held)).toEqual({ scout: 'held', bob: 'stored' })
  expect(held.deliveries?.find(({ state }) => state === 'held')?.why).toBe(
    'step 2 of a chain of agents, 1 are allowed: a person must continue',
  )
  const hold = {
    chain_id: asked.id,
    state: 'held',
    reason: 'hops',
    hops: 2,
    max_hops: 1,
    messages: 2,
    max_chain: 60,
    waiting: 1,
    by: null,
  }
  expect(held.hold).toEqual(hold)
  expect((await bob.reads(held.id)).hold).toEqual(hold)
  const { data } = await shown.next(({ data }) => (data['message'] as Message | undefined)?.id === held.id)
  expect(data).toMatchObject({ action: 'created', message: { hold } })
  // everyone in the space sees the message; no event addresses it to the agent
  await stream.next(({ data }) => (data['message'] as Message | undefined)?.id === held.id)
  await ana.says('@scout anything else?')
  await stream.next(({ event }) => event === 'mention')
  expect(stream.events.filter(({ event }) => event === 'mention')).toHaveLength(1)
  const check = await asScout.call('messages', { action: 'check' })
  expect(check.text).toContain('anything else?')
  expect(check.text).not.toContain('back to you')
  expect(textsOf(await takes(server, scout))).not.toContain('@scout and @bob, back to you')
  expect(textsOf(await takes(server, bob))).toContain('@scout and @bob, back to you')

  await using asBee = await connectAgent(server.url, bee.token)
  const told = await asBee.call('messages', {
    action: 'send',
    content: '@scout again',
    parent_message_id: first.id,
  })
  expect(told.text).toContain(
    '@scout (mention): held, step 2 of a chain of agents, 1 are allowed: a person must continue',
  )
  await shown.next(({ data }) => data['action'] === 'hold')
  expect((await bob.reads(held.id)).hold).toEqual({ ...hold, messages: 3, waiting: 2 })
})

test('Continue delivers held messages once, over wait, stream and inbox, and the chain continues from there', async () => {
  await using server = await startServer()
  const { ana, bob, scout, bee, spaceId, first } = await atTheBound(server)
  await takes(server, scout)
  const held = await says(bee, spaceId, '@scout over to you', first.id)
  const reply = await says(bee, spaceId, 'and a plain reply', (await says(scout, spaceId, 'a report')).id)
  expect(statesOf(reply)).toEqual({ scout: 'held' })
  await using stream = await openStream(server.url, { token: scout.token, spaceId })
  await using told = await openStream(server.url, { token: bee.token, spaceId })
  await using shown = await openStream(server.url, { token: ana.token(), spaceId })
  for (const one of [stream, told, shown]) await one.next(({ event }) => event === 'bootstrap')
  await using asScout = await connectAgent(server.url, scout.token)
  const wait = asScout.waits({ action: 'check', mark_read: false })
  await wait.isWaiting

  const decide = (who: { token(): string }) =>
    call(server.url, 'POST', `/api/messages/${held.id}/hold`, {
      token: who.token(),
      json: { decision: 'continue' },
    })
  const answers = await Promise.all([decide(ana), decide(bob), decide(ana)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await wait.answer).text).toContain('over to you')
  const { data } = await shown.next(({ data }) => data['action'] === 'hold')
  expect(data['hold']).toMatchObject({ state: 'continued', waiting: 2 })
  await stream.next(({ event, data }) => event === 'mention' && (data['message'] as Message).id === held.id)
  await stream.next(
    ({ event, data }) => event === 'message' && (data['message'] as Message | undefined)?.id === reply.id,
  )
  await told.next(({ data }) => (data['delivery'] as Delivery | undefined)?.state === 'stored')
  const waiting = await scout.api.call(inboxRoutes.list, { query: { limit: 20 } })
  expect(waiting.items.map(({ message }) => message?.id).filter((id) => id === held.id)).toHaveLength(1)
  expect(stream.events.filter(({ event }) => event === 'mention')).toHaveLength(1)

  // one step after the held message, because the space allows one
  const further = await says(scout, spaceId, '@bee three', held.id)
  expect(statesOf(further)).toMatchObject({ bee: 'stored' })
  await takes(server, bee)
  expect(statesOf(await says(bee, spaceId, '@scout four', further.id))).toEqual({ scout: 'held' })
})

test('Stop makes held messages undeliverable, and nothing of the chain reaches an agent again', async () => {
  await using server = await startServer()
  const { ana, scout, bee, spaceId, first } = await atTheBound(server)
  await takes(server, scout)
  const held = await says(bee, spaceId, '@scout over to you', first.id)
  const { hold } = await ana.api.call(loopRoutes.decide, {
    params: { id: held.id },
    body: { decision: 'stop' },
  })
  expect(hold).toMatchObject({ state: 'stopped', by: 'ana' })
  const { deliveries } = await bee.api.messages.deliveries({ params: { id: held.id } })
  const stopped = { state: 'undeliverable', why: '@ana stopped this chain of agents' }
  expect(deliveries).toMatchObject([stopped])
  const late = await says(scout, spaceId, '@bee still here', first.id)
  expect(late.deliveries).toMatchObject([stopped])
  expect(late).not.toHaveProperty('hold')
  // a decision is final
  const again = await ana.api.call(loopRoutes.decide, {
    params: { id: held.id },
    body: { decision: 'continue' },
  })
  expect(again.hold.state).toBe('stopped')
  // a person starts a new chain
  const asked = await ana.says('@scout once more')
  expect(statesOf(await says(scout, spaceId, '@bee yes', asked.id))).toMatchObject({ bee: 'stored' })
})

test('agents and strangers may not decide, and without a hold nobody can', async () => {
  await using server = await startServer()
  const { ana, scout, bee, spaceId, first } = await atTheBound(server)
  await takes(server, scout)
  const held = await says(bee, spaceId, '@scout over to you', first.id)
  const stranger = await server.signUp('stranger')
  const decide = (token: string, id: string, decision = 'continue') =>
    call(server.url, 'POST', `/api/messages/${id}/hold`, { token, json: { decision } }).then(
      ({ status }) => status,
    )
  expect(await decide(scout.token, held.id)).toBe(403)
  expect(await decide(stranger.token(), held.id)).toBe(404)
  expect(await decide(ana.token(), first.id)).toBe(404)
  expect(await decide(ana.token(), held.id, 'perhaps')).toBe(422)
})

test.each([
  { how: 'replying to what woke it', replies: true },
  { how: 'posting beside it', replies: false },
])('an agent does not leave its chain by $how', async ({ replies }) => {
  await using server = await startServer()
  const { ana, scout, bee, spaceId, first } = await atTheBound(server, { max_hops: 3 })
  let last = first
  for (const [agent, text] of [
    [bee, '@scout two'],
    [scout, '@bee three'],
  ] as const) {
    await takes(server, agent)
    last = await says(agent, spaceId, text, replies ? last.id : undefined)
    expect(Object.values(statesOf(last))).toContain('stored')
  }
  await takes(server, bee)
  // nor by replying to a person's old message that was not addressed to it
  const { id } = await ana.says('by the way')
  await server.query(`update messages set created_at = created_at - interval '25 hours' where id = $1`, [id])
  const asked = await ana.says('@scout begin again')
  const one = await says(scout, spaceId, '@bee one', asked.id)
  await takes(server, bee)
  expect(one.deliveries?.[0]?.state).toBe('stored')
  const beside = await says(bee, spaceId, '@scout what about this', id)
  const [row] = await server.query<{ chain_id: string; hops: number; cause_id: string }>(
    'select chain_id, hops, cause_id from messages where id = $1',
    [beside.id],
  )
  expect(row).toEqual({ chain_id: asked.id, hops: 2, cause_id: one.id })
})

test('a held reply that an edit turns into a mention stays held, and is released as a mention', async () => {
  await using server = await startServer()
  const { bob, scout, bee, spaceId } = await atTheBound(server)
  await takes(server, scout)
  const report = await says(scout, spaceId, 'a report')
  const reply = await says(bee, spaceId, 'thanks', report.id)
  expect(statesOf(reply)).toEqual({ scout: 'held' })
  await using author = await openStream(server.url, { token: bee.token, spaceId })
  await using stream = await openStream(server.url, { token: scout.token, spaceId })
  for (const one of [author, stream]) await one.next(({ event }) => event === 'bootstrap')

  await bee.api.messages.edit({ params: { id: reply.id }, body: { content: '@scout thanks' } })
  const changed = await author.next(({ event }) => event === 'delivery')
  expect(changed.data).toMatchObject({ delivery: { reason: 'mention', state: 'held' } })

  await bob.api.call(loopRoutes.decide, { params: { id: reply.id }, body: { decision: 'continue' } })
  const mention = await stream.next(({ event }) => event === 'mention')
  expect(mention.data).toMatchObject({ message: { id: reply.id }, mentioned: { handle: 'scout' } })
})

test('an edit that mentions an agent, and an assignment, are steps like a message', async () => {
  await using server = await startServer()
  const { ana, scout, bee, spaceId } = await atTheBound(server)
  await takes(server, bee)
  const plain = await says(bee, spaceId, 'nobody yet')
  const { message: edited } = await bee.api.messages.edit({
    params: { id: plain.id },
    body: { content: '@scout you' },
  })
  expect(statesOf(edited)).toMatchObject({ scout: 'held' })
  expect(edited.hold).toMatchObject({ state: 'held', hops: 2 })
  const task = await bee.api.tasks.create({ body: { title: 'Dig', agent_id: scout.id, org_id: spaceId } })
  const seen = await bee.api.tasks.get({ params: { id: task.id } })
  expect(seen.deliveries).toMatchObject([{ reason: 'assignment', state: 'held' }])
  expect(await takes(server, scout)).toEqual([])

  await ana.api.call(loopRoutes.decide, { params: { id: plain.id }, body: { decision: 'continue' } })
  const given = await takes(server, scout)
  expect(given.map(({ reason }) => reason).toSorted()).toEqual(['assignment', 'mention'])
  // an assignment by a person starts a chain
  const own = await ana.api.tasks.create({ body: { title: 'Fill', agent_id: bee.id, org_id: spaceId } })
  expect((await takes(server, bee)).map(({ task: one }) => one?.id)).toContain(own.id)
  expect(statesOf(await says(bee, spaceId, '@scout help'))).toEqual({ scout: 'stored' })
})

test('webhooks and Chirpy are not called for held messages, but are after Continue', async () => {
  await using server = await startServer()
  const { ana, bee, spaceId, first } = await atTheBound(server)
  await takes(server, bee)
  const held = await says(bee, spaceId, '@chirpy who is here?', first.id)
  expect(statesOf(held)).toMatchObject({ chirpy: 'held' })
  const jobs = () =>
    server.query<{ n: number }>(`select count(*)::int as n from pgboss.job where name = 'guide'`)
  expect(await jobs()).toEqual([{ n: 0 }])
  await ana.api.call(loopRoutes.decide, { params: { id: held.id }, body: { decision: 'continue' } })
  await eventually(
    async () => (await ana.api.messages.thread({ params: { id: held.id }, query: {} })).messages,
    (messages) => messages.some(({ username, parent_id }) => username === 'chirpy' && parent_id === held.id),
  )
})

type Held = Awaited<ReturnType<typeof withThreeHeld>>

/** A message, a task and an edit are held for Scout, a message and that edit also for Owl. */
async function withThreeHeld(server: TestServer) {
  const { ana, scout, bee, spaceId, first } = await atTheBound(server)
  const owl = await ana.registers('owl')
  await takes(server, bee)
  const said = await says(bee, spaceId, '@scout and @owl', first.id)
  const plain = await says(bee, spaceId, 'nobody yet', first.id)
  const edit = (content: string) => bee.api.messages.edit({ params: { id: plain.id }, body: { content } })
  await edit('@owl')
  await edit('@owl and @scout')
  const task = await bee.api.tasks.create({ body: { title: 'Dig', agent_id: scout.id, org_id: spaceId } })
  return { ana, scout, owl, bee, spaceId, card: said.id, task }
}

test.each<{ how: string; end: (held: Held, server: TestServer) => Promise<unknown>; left: number }>([
  {
    how: 'a task is deleted',
    end: ({ ana, task }) => ana.api.tasks.remove({ params: { id: task.id } }),
    left: 2,
  },
  {
    how: 'a task is assigned to nobody',
    end: ({ ana, task }) => ana.api.tasks.assign({ params: { id: task.id }, body: { agent_id: null } }),
    left: 2,
  },
  {
    how: 'an agent is paused, for whom alone the task is',
    end: ({ ana, scout }) =>
      ana.api.agents.updateControl({ params: { id: scout.id }, body: { disabled: true } }),
    left: 2,
  },
  {
    how: 'nobody decides for a week',
    end: (_, server) => {
      server.moveClock(DELIVERY_EXPIRES_MS + 1000)
      return expireDeliveries(server.services)
    },
    left: 0,
  },
  {
    how: 'the first message is deleted',
    end: ({ bee, card }) => bee.api.messages.remove({ params: { id: card }, query: {} }),
    left: 2,
  },
])('the card shows how many are still held once $how', async ({ end, left }) => {
  await using server = await startServer()
  const held = await withThreeHeld(server)
  const { ana, card } = held
  expect((await ana.reads(card)).hold).toMatchObject({ state: 'held', waiting: 3 })

  await end(held, server)

  const [last] = await server.query<{ payload: string }>(
    `select payload from events where payload::json->>'action' = 'hold' order by seq desc limit 1`,
  )
  const { message_id: shownAt, hold } = JSON.parse(last?.payload ?? '{}') as Record<string, object>
  expect(shownAt).toBe(card)
  expect(hold).toMatchObject({ state: 'held', waiting: left })
  const [row] = await server.query(
    `select h.waiting, (select seq from events e where e.space_id = m.space_id and e.seq = m.changed_seq) is not null as shown
     from agent_holds h join messages m on m.space_id = h.space_id and m.id = h.message_id`,
  )
  expect(row).toEqual({ waiting: left, shown: true })
})

/** 15 messages are held that address 16 agents each, more than one transaction releases. */
async function withHundredsHeld(server: TestServer) {
  const { ana, bee, spaceId, first } = await atTheBound(server)
  const others: TestAgent[] = []
  for (let nth = 0; nth < 16; nth++) others.push(await ana.registers(`owl-${nth}`))
  const everyone = others.map(({ username }) => `@${username}`).join(' ')
  await takes(server, bee)
  const held: Message[] = []
  for (let nth = 0; nth < 15; nth++) held.push(await says(bee, spaceId, `${everyone} ${nth}`, first.id))
  return { ana, spaceId, others, held, card: held[0]?.id ?? '' }
}

test.each(['continue', 'stop'] as const)(
  'hundreds that are held: %s is carried out for each once, in their order, in many small transactions',
  async (decision) => {
    await using server = await startServer()
    const { ana, others, held: messages, card } = await withHundredsHeld(server)
    const held = messages.map(({ id }) => id)
    expect((await ana.reads(card)).hold).toMatchObject({ waiting: held.length })

    await ana.api.call(loopRoutes.decide, { params: { id: card }, body: { decision } })
    await eventually(
      () => server.query(`select id from deliveries where state = 'held'`),
      (left) => left.length === 0,
    )

    const state = decision === 'continue' ? 'stored' : 'undeliverable'
    const deliveries = await server.query<{ message_id: string }>(
      'select message_id from deliveries where message_id = any($1) and state = $2 and recipient_id = $3 order by seq',
      [held, state, others[0]?.id],
    )
    expect(deliveries.map(({ message_id: id }) => id)).toEqual(held)
    const told = await server.query<{ n: number }>(
      `select count(*)::int as n from events
       where name = 'delivery' and payload::json->'delivery'->>'state' = $1 and payload::json->>'message_id' = any($2)
       group by xmin::text`,
      [state, held],
    )
    // theirs, and Scout's, whose message they answer
    expect(told.reduce((all, { n }) => all + n, 0)).toBe((others.length + 1) * held.length)
    for (const { n } of told) expect(n).toBeLessThanOrEqual(100)
    const mentions = await server.query(
      `select message_id, audience from events where name = 'mention' and message_id = any($1)`,
      [held],
    )
    expect(mentions).toHaveLength(decision === 'continue' ? others.length * held.length : 0)
    expect((await ana.reads(card)).hold).toMatchObject({ waiting: held.length, by: 'ana' })
  },
)

test('what a decision still owes after its job was given up is carried out by the next maintenance', async () => {
  await using server = await startServer({ own: true })
  const { ana, spaceId, others, held, card } = await withHundredsHeld(server)
  const last = held.at(-1)
  const waiting = () => server.query(`select id from deliveries where state = 'held'`)
  const jobs = () =>
    server.query<{ state: string }>(
      `select state from pgboss.job where name = 'held-messages' order by state`,
    )
  await server.query(`update pgboss.queue set retry_limit = 0 where name = 'held-messages'`)
  await server.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await server.query(
    `create trigger refuse before update on deliveries for each row when (old.seq >= ${last?.seq ?? 0}) execute function refuse()`,
  )

  await ana.api.call(loopRoutes.decide, { params: { id: card }, body: { decision: 'continue' } })
  await eventually(jobs, (found) => found.every(({ state }) => state === 'failed'))
  expect((await waiting()).length).toBeGreaterThan(0)
  await runMaintenance(server.services)
  await eventually(jobs, (found) => found.length === 2 && found.every(({ state }) => state === 'failed'))
  await server.query('drop trigger refuse on deliveries')
  expect((await waiting()).length).toBeGreaterThan(0)
  // a week has passed since it was said, but not since somebody decided
  await server.query(`update deliveries set created_at = created_at - interval '8 days' where state = 'held'`)

  await runMaintenance(server.services)
  await eventually(waiting, (left) => left.length === 0)

  const arrived = await server.query(
    `select d.message_id from deliveries d where d.state = 'stored' and d.recipient_id = $1 and d.space_id = $2 order by d.seq`,
    [others[0]?.id, spaceId],
  )
  expect(arrived).toEqual(held.map(({ id }) => ({ message_id: id })))
  await runMaintenance(server.services)
  expect(await jobs()).toHaveLength(3)
})

test('one maintenance takes up every unfinished decision, however many always fail, and no second time while a job is pending', async () => {
  await using server = await startServer({ own: true })
  const { ana, bee, spaceId, first } = await atTheBound(server)
  await takes(server, bee)
  const held = await says(bee, spaceId, '@scout back to you', first.id)
  const MANY = 1001
  await server.query(
    `with chains as (insert into agent_chains (id, space_id) select gen_random_uuid(), $1 from generate_series(1, $2)
       returning id),
     extended as (insert into agent_extensions (chain_id, space_id, max_messages, max_hops, released_upto)
       select id, $1, 100, 100, $3 from chains)
     insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, why, seq, at,
       created_at, chain_id, hops)
     select gen_random_uuid(), d.space_id, message_id, author_id, recipient_id, root_id, reason, state, why, seq, at,
       created_at, chains.id, hops
     from deliveries d, chains where d.state = 'held'`,
    [spaceId, MANY, held.seq],
  )
  const jobs = () =>
    server.query(
      `select count(*)::int as added, count(distinct data)::int as chains from pgboss.job where name = 'held-messages'`,
    )

  await runMaintenance(server.services)
  await runMaintenance(server.services)

  expect(await jobs()).toEqual([{ added: MANY, chains: MANY }])
  expect((await ana.reads(held.id)).hold).toMatchObject({ state: 'held' })
})

test('what a person continues in the moment in which it expires arrives, also what is still on its way', async () => {
  await using server = await startServer()
  const { ana, spaceId, others, held, card } = await withHundredsHeld(server)
  await server.query(`update deliveries set created_at = created_at - interval '8 days' where state = 'held'`)
  const waiting = (count: number) =>
    eventually(
      () =>
        server.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      (found) => found.length === count,
    )
  const blocking = await server.services.database.connect()
  await blocking.query('begin')
  await blocking.query('select from space_sequences where space_id = $1 for update', [spaceId])

  const decided = ana.api.call(loopRoutes.decide, { params: { id: card }, body: { decision: 'continue' } })
  await waiting(1)
  // it has read what is old, and waits behind the decision
  const expired = expireDeliveries(server.services)
  await waiting(2)
  await blocking.query('commit')
  await blocking.end()
  await Promise.all([decided, expired])

  await eventually(
    () => server.query(`select from deliveries where state = 'held'`),
    (left) => left.length === 0,
  )
  const arrived = await server.query(
    `select message_id from deliveries where state = 'stored' and recipient_id = $1 and space_id = $2 order by seq`,
    [others[0]?.id, spaceId],
  )
  expect(arrived).toEqual(held.map(({ id }) => ({ message_id: id })))
})

test('what nobody has decided about is left alone by the maintenance', async () => {
  await using server = await startServer()
  const { ana, scout, bee, spaceId, first } = await atTheBound(server)
  await takes(server, scout)
  const continued = await says(bee, spaceId, '@scout one', first.id)
  await ana.api.call(loopRoutes.decide, { params: { id: continued.id }, body: { decision: 'continue' } })
  const further = await says(scout, spaceId, '@bee two', continued.id)
  await takes(server, bee)
  const held = await says(bee, spaceId, '@scout three', further.id)

  await runMaintenance(server.services)

  expect(statesOf(held)).toEqual({ scout: 'held' })
  expect(await server.query(`select from pgboss.job where name = 'held-messages'`)).toEqual([])
  const { message } = await bee.api.messages.get({ params: { id: held.id } })
  expect(statesOf(message)).toEqual({ scout: 'held' })
})

test('admins of the space set both numbers within limits; otherwise the instance’s apply', async () => {
  await using server = await startServer({ env: { MAX_HOPS: '4', MAX_CHAIN: '9' } })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const instance = { max_hops: 4, max_chain: 9 }
  const read = () => bob.api.call(loopRoutes.bounds, { params: { id: spaceId } })
  expect(await read()).toEqual({ ...instance, own: { max_hops: null, max_chain: null }, instance })
  await bound(ana, spaceId, { max_hops: 0, max_chain: 500 })
  expect(await read()).toEqual({
    max_hops: 0,
    max_chain: 500,
    own: { max_hops: 0, max_chain: 500 },
    instance,
  })
  await bound(ana, spaceId, { max_chain: null })
  expect(await read()).toMatchObject({ max_hops: 0, max_chain: 9 })
  const change = (token: string, json: object) =>
    call(server.url, 'PATCH', `/api/organizations/${spaceId}`, { token, json }).then(({ status }) => status)
  for (const wrong of [-1, 1.5, 101, '6']) expect(await change(ana.token(), { max_hops: wrong })).toBe(422)
  expect(await change(ana.token(), { max_chain: 10_001 })).toBe(422)
  expect(await change(bob.token(), { max_hops: 3 })).toBe(403)
  const stranger = await server.signUp('stranger')
  expect(await refusalOf(stranger.api.call(loopRoutes.bounds, { params: { id: spaceId } }))).toMatchObject({
    status: 404,
  })
})
