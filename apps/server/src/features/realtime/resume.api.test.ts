/** How a stream starts, resumes and ends (docs/rules/realtime.md#resuming). */
import { randomUUID } from 'node:crypto'
import { REPLAY_MAX_EVENTS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { openStream, type StreamEvent, type TestStream } from '../../../test/stream.ts'

const isMessage = ({ event }: StreamEvent) => event === 'message'
const isBootstrap = ({ event }: StreamEvent) => event === 'bootstrap'
const textOf = ({ data }: StreamEvent) => (data['message'] as { content: string }).content
const textsOf = (events: readonly StreamEvent[]) => events.filter(isMessage).map(textOf)
const postsOf = ({ data }: StreamEvent) => data['posts'] as { content: string; id: string }[]

/** Waits for the message with this text. */
const hears = (stream: TestStream, text: string) =>
  stream.next((event) => isMessage(event) && textOf(event) === text)

async function say(who: Person, from: number, to: number): Promise<string[]> {
  const texts = Array.from({ length: to - from + 1 }, (_, index) => `message ${from + index}`)
  for (const text of texts) await who.says(text)
  return texts
}

test('a stream starts with the identity and the newest fifty messages, complete up to its seq', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const said = await say(ana, 1, 55)

  await using stream = await openStream(server.url, { token: bob.token() })

  const identity = await stream.next(() => true)
  expect(identity).toMatchObject({
    event: 'identity_bootstrap',
    id: undefined,
    data: {
      user: { username: 'bob', email: 'bob@example.org' },
      org_id: spaceId,
      server_time: expect.any(String),
    },
  })
  const bootstrap = await stream.next(() => true)
  expect(bootstrap).toMatchObject({ event: 'bootstrap', data: { org_id: spaceId, space_id: spaceId } })
  expect(bootstrap.data).not.toHaveProperty('reset')
  expect(postsOf(bootstrap).map(({ content }) => content)).toEqual(said.slice(5))
  expect(postsOf(bootstrap)[0]).not.toHaveProperty('user_reactions')
  const live = await ana.says('live')
  expect(await hears(stream, 'live')).toMatchObject({ id: String(live.seq) })
  expect(Number(bootstrap.id)).toBe(live.seq - 1)
})

test('a resumed stream gets each later event once and in order, from this server or another', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const first = await openStream(server.url, { token: bob.token(), spaceId })
  await first.next(isBootstrap)
  await say(ana, 1, 3)
  await hears(first, 'message 3')
  const lastEventId = first.lastId() ?? ''
  await first[Symbol.asyncDispose]()
  const missed = await say(ana, 4, 9)

  for (const { url } of [server, twin]) {
    await using resumed = await openStream(url, { token: bob.token(), spaceId, lastEventId })
    await hears(resumed, 'message 9')
    const more = await ana.says(`to ${url}`)
    await hears(resumed, more.content)
    expect(resumed.events.some(isBootstrap)).toBe(false)
    expect(textsOf(resumed.events).slice(0, 6)).toEqual(missed)
    const ids = resumed.events.flatMap(({ id }) => id ?? []).map(Number)
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
  }
})

test('the cursor may be in the URL, and so may the token', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const [first] = [await ana.says('message 1'), await ana.says('message 2')]
  const address = `/api/sse/messages?org_id=${spaceId}&token=${bob.token()}&last_event_id=${first.seq}`

  await using stream = await openStream(server.url, { token: '', path: address })

  await hears(stream, 'message 2')
  expect(textsOf(stream.events)).toEqual(['message 2'])
})

test('0 means from the oldest retained event', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const said = await say(ana, 1, 60)
  await server.query(
    'delete from events where space_id = $1 and message_id in (select id from messages where content in ($2, $3))',
    [spaceId, 'message 1', 'message 2'],
  )
  await server.query("delete from events where space_id = $1 and name = 'space_update'", [spaceId])

  await using stream = await openStream(server.url, { token: bob.token(), spaceId, lastEventId: '0' })

  await hears(stream, 'message 60')
  expect(stream.events.some(isBootstrap)).toBe(false)
  expect(textsOf(stream.events)).toEqual(said.slice(2))
})

test.for(['a number from the future', 'a number too old', 'no number at all', 'a number beyond all numbers'])(
  '%s begins anew, and says so',
  async (which) => {
    await using server = await startServer()
    const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
    await say(ana, 1, 5)
    const lastEventId = {
      'a number from the future': '1000000',
      'a number too old': '1',
      'no number at all': 'nonsense',
      'a number beyond all numbers': '9'.repeat(40),
    }[which]
    await server.query('delete from events where space_id = $1 and seq <= 4', [spaceId])

    await using stream = await openStream(server.url, {
      token: bob.token(),
      spaceId,
      lastEventId: lastEventId ?? '',
    })

    const bootstrap = await stream.next(isBootstrap)
    expect(bootstrap.data['reset']).toBe(true)
    expect(postsOf(bootstrap)).toHaveLength(5)
    await ana.says('after')
    await hears(stream, 'after')
    expect(textsOf(stream.events)).toEqual(['after'])
  },
)

test('the maximum number of events is replayed, and an older cursor starts over', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const { seq } = await ana.says('long ago')
  await server.query(
    `insert into events (space_id, seq, name, payload, audience, created_at)
     select $1, $2::int + n, 'delivery', '{}', $3, now() from generate_series(1, $4::int) n`,
    [spaceId, seq, ana.profile.id, REPLAY_MAX_EVENTS],
  )
  await server.query('update space_sequences set seq = seq + $2 where space_id = $1', [
    spaceId,
    REPLAY_MAX_EVENTS,
  ])

  const resumeAt = (cursor: number) =>
    openStream(server.url, { token: bob.token(), spaceId, lastEventId: String(cursor) })
  await using resumed = await resumeAt(seq)
  await using tooFar = await resumeAt(seq - 1)

  expect((await tooFar.next(isBootstrap)).data['reset']).toBe(true)
  await ana.says('now')
  await hears(resumed, 'now')
  expect(resumed.events.some(isBootstrap)).toBe(false)
  expect(textsOf(resumed.events)).toEqual(['now'])
})

test('a cursor twice in the URL does no harm', async () => {
  await using server = await startServer()
  const { bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')

  await using stream = await openStream(server.url, {
    token: bob.token(),
    path: `/api/sse/messages?org_id=${spaceId}&last_event_id=1&last_event_id=2`,
  })

  await stream.next(isBootstrap)
})

test("another server's cursor is valid on a server that has not received its events yet", async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using early = await openStream(twin.url, { token: bob.token(), spaceId })
  await early.next(isBootstrap)
  // from now on this server gets no wake-ups; only its slow poll makes up for that
  await twin.services.bus.stop()
  const said = await ana.says('before')

  await using stream = await openStream(twin.url, {
    token: bob.token(),
    spaceId,
    lastEventId: String(said.seq),
  })
  await ana.says('after')

  await hears(stream, 'after')
  expect(stream.events.some(isBootstrap)).toBe(false)
  expect(textsOf(stream.events)).toEqual(['after'])
  await hears(early, 'after')
})

test('a local event waits for an earlier one of another server', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(twin.url, { token: bob.token(), spaceId })
  await stream.next(isBootstrap)
  // the other server's messages no longer arrive
  await twin.services.bus.stop()

  await ana.says('there')
  const json = { content: 'here', org_id: spaceId }
  await call(twin.url, 'POST', '/auth/messages', { token: bob.token(), json })

  await hears(stream, 'here')
  expect(textsOf(stream.events)).toEqual(['there', 'here'])
})

test('no stream goes live from a cursor that memory does not reach back to', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const { seq } = await ana.says('before anybody listened')

  const subscription = await server.services.hub.subscribe(spaceId, { receive() {}, onGap() {} })

  expect([subscription.goLive(seq - 1), subscription.goLive(seq)]).toEqual([false, true])
  subscription.stop()
})

test('the slow poll makes up for a lost wake-up', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(twin.url, { token: bob.token(), spaceId })
  await stream.next(isBootstrap)
  await twin.services.bus.stop()

  const said = await say(ana, 1, 20)

  await hears(stream, 'message 20')
  expect(textsOf(stream.events)).toEqual(said)
})

test('a mention event is only for the mentioned account, live and in a replay', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const open = (who: Person, lastEventId?: string) =>
    openStream(server.url, { token: who.token(), spaceId, ...(lastEventId !== undefined && { lastEventId }) })
  await using bobs = await open(bob)
  await using cleos = await open(cleo)
  await using anas = await open(ana)
  for (const stream of [bobs, cleos, anas]) await stream.next(isBootstrap)

  await ana.says('@bob psst')
  await ana.says('the end')
  for (const stream of [bobs, cleos, anas]) await hears(stream, 'the end')
  await using bobsReplay = await open(bob, '0')
  await using cleosReplay = await open(cleo, '0')
  for (const stream of [bobsReplay, cleosReplay]) await hears(stream, 'the end')

  const mentions = (stream: TestStream) => stream.events.filter(({ event }) => event === 'mention')
  expect([bobs, bobsReplay].map((stream) => mentions(stream).length)).toEqual([1, 1])
  expect([cleos, anas, cleosReplay].map((stream) => mentions(stream).length)).toEqual([0, 0, 0])
  expect(mentions(bobs)[0]?.data).toMatchObject({
    mentioned: { id: bob.profile.id },
    message: { content: '@bob psst' },
  })
  // for everyone else its seq is missing, and nothing more
  expect(cleos.events.filter(isMessage).map(textOf)).toEqual(['@bob psst', 'the end'])
})

test('text cannot break out of its event', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(isBootstrap)
  const texts = ['a\n\nevent: message\ndata: {}\n\n', 'b\r\rid: 9\r\r', '\u2028\u2029\u0085 c', '"},"seq":1']

  for (const text of texts) await ana.says(text)

  await hears(stream, texts.at(-1)?.trim() ?? '')
  expect(textsOf(stream.events)).toEqual(texts.map((text) => text.trim()))
})

/* access, and its end */

test('a missing or bad token, and an unknown, foreign or malformed space are refused', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const cleo = await server.signUp('cleo')
  const ask = async (query: string, token?: string) => {
    const given = token === undefined ? {} : { token }
    const { status, body } = await call(server.url, 'GET', `/api/sse/messages${query}`, given)
    expect(body).toMatchObject({ error: expect.any(String), request_id: expect.any(String) })
    return status
  }

  expect(await ask('')).toBe(401)
  expect(await ask('', 'nonsense')).toBe(401)
  expect(await ask('?token=nonsense')).toBe(401)
  expect(await ask('?token=a&token=b')).toBe(401)
  expect(await ask(`?org_id=${spaceId}`, cleo.token())).toBe(404)
  expect(await ask(`?org_id=${randomUUID()}`, ana.token())).toBe(404)
  expect(await ask('?org_id=nonsense', ana.token())).toBe(404)
  expect(await ask(`?org_id=${spaceId}&org_id=${spaceId}`, ana.token())).toBe(404)
})

test('a HEAD request opens no stream', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { status } = await call(server.url, 'HEAD', '/api/sse/messages', { token: ana.token() })

  expect(status).toBe(404)
  expect(server.services.streams.accounts().size).toBe(0)
})

test('the stream ends when its token does, and a fresh token resumes from its cursor', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  server.moveClock(900_000 - 5000)
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(isBootstrap)
  await ana.says('before')
  await hears(stream, 'before')

  await stream.ended

  const { access_token: token } = await server.api.auth.refresh({ body: { refresh_token: bob.refreshToken } })
  const { access_token: anas } = await server.api.auth.refresh({ body: { refresh_token: ana.refreshToken } })
  await call(server.url, 'POST', '/auth/messages', {
    token: anas,
    json: { content: 'after', org_id: spaceId },
  })
  await using resumed = await openStream(server.url, { token, spaceId, lastEventId: stream.lastId() ?? '' })
  await hears(resumed, 'after')
  expect(textsOf(resumed.events)).toEqual(['after'])
})

test('a former member is disconnected on every server within 2 seconds', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using here = await openStream(server.url, { token: bob.token(), spaceId })
  await using there = await openStream(twin.url, { token: bob.token(), spaceId })
  await using others = await openStream(server.url, { token: ana.token(), spaceId })
  for (const stream of [here, there, others]) await stream.next(isBootstrap)

  // as every kind of removal does
  await server.query('delete from members where space_id = $1 and account_id = $2', [spaceId, bob.profile.id])
  await server.services.spaces.invalidateAccount(bob.profile.id)
  const removedAt = performance.now()

  await Promise.all([here.ended, there.ended])
  expect(performance.now() - removedAt).toBeLessThan(2000)
  await ana.says('still here')
  await hears(others, 'still here')
})

test('a stream opened while its session is being ended does not outlive it', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  for (let round = 0; round < 10; round++) {
    const session = await server.api.auth.login({
      body: { email: 'ana', password: 'a long enough password' },
    })
    const opening = openStream(server.url, { token: session.access_token })
    await call(server.url, 'POST', '/auth/logout', { token: session.access_token })
    await using stream = await opening
    await stream.ended
  }
  expect(ana.username).toBe('ana')
})

test('switching spaces leaves the stream of a named space open', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(isBootstrap)
  const home = (await bob.api.spaces.list()).organizations.find(({ is_personal }) => is_personal)

  await bob.goesTo(home?.id ?? '')
  await ana.says('still heard')

  await hears(stream, 'still heard')
})

test('streams are counted until they are closed', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const gauge = async () => {
    const { text } = await call(server.url, 'GET', '/metrics')
    return Number(/^flockwork_streams (\d+)$/m.exec(text)?.[1])
  }
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => openStream(server.url, { token: ana.token() })),
  )
  await Promise.all(streams.map((stream) => stream.next(isBootstrap)))
  expect(await gauge()).toBe(5)

  for (const stream of streams) stream.close()

  await eventually(gauge, (open) => open === 0)
})
