/** How a lane handles a batch that the database refuses; a real database is made to fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockSequence } from '../../../../test/locks.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { createRecentAuthors } from './recent-authors.ts'
import { createLane, type Queued } from './lane.ts'
import { testPost } from './test-posts.ts'

/** The text of posts that fail. */
const FAILING = 'fails'
const CUT = 'is cut off'

let server: TestServer
let ana: Person
let spaceId: string

beforeAll(async () => {
  server = await startServer({ own: true })
  const people = await server.peopleInOneSpace('ana')
  ana = people.ana
  spaceId = people.spaceId
  await server.query(`
    create sequence tries;
    create function fail() returns trigger language plpgsql as $$
    begin
      if nextval('tries') <= tg_argv[1]::int then raise exception 'made to fail' using errcode = tg_argv[0]; end if;
      return new;
    end $$`)
})
afterAll(() => server[Symbol.asyncDispose]())

async function flush(batch: readonly Queued[]): Promise<void> {
  const { database, clock, jobs } = server.services
  const lane = createLane({
    connect: () => database.connect(),
    clock,
    jobs,
    recentAuthors: createRecentAuthors(),
    wait: false,
  })
  await lane.flush(batch)
  await lane.close()
}

/** Makes posts with this text fail with `code` for the first `times` attempts. */
async function failWith(code: string, times: number, content = FAILING): Promise<void> {
  await server.query(`
    create or replace trigger fail_${content.length} before insert on messages
      for each row when (new.content = '${content}') execute function fail('${code}', ${times});
    alter sequence tries restart`)
}

/** The number of attempts at failing posts since. */
async function tries(): Promise<number | undefined> {
  const [row] = await server.query<{ tries: number }>("select nextval('tries') - 1 as tries")
  return row?.tries
}

const queued = (content: string): Queued => ({
  post: testPost({ content, authorId: ana.profile.id, spaceId }),
  hasRetried: false,
})

const verdictsOf = (batch: readonly Queued[]) => batch.map(({ judged }) => judged?.verdict)

/** The stored posts of a batch, in the order of the space's sequence. */
async function storedOf(batch: readonly Queued[]): Promise<string[]> {
  const rows = await server.query<{ content: string }>(
    'select content from messages where id = any($1) order by seq',
    [batch.map(({ post }) => post.id)],
  )
  return rows.map(({ content }) => content)
}

test.for([
  { code: '40001', because: 'another transaction was first' },
  { code: '40P01', because: 'two waited for each other' },
])('a post that fails with $code is retried once and stored: $because', async ({ code }) => {
  const batch = [queued(FAILING)]
  await failWith(code, 1)

  await flush(batch)

  expect([verdictsOf(batch), batch[0]?.error]).toEqual([['ok'], undefined])
  expect([await tries(), await storedOf(batch)]).toEqual([2, [FAILING]])
})

test('a post that fails again is refused after its second attempt, and one that can never succeed after its first', async () => {
  for (const [code, expected] of [
    ['40P01', 2],
    // after a long wait there is no retry
    ['55P03', 1],
    ['57014', 1],
    ['22012', 1],
  ] as const) {
    const batch = [queued(FAILING)]
    await failWith(code, 100)

    await flush(batch)

    expect([verdictsOf(batch), batch[0]?.error]).toMatchObject([[undefined], { code }])
    expect([await tries(), await storedOf(batch)]).toEqual([expected, []])
  }
})

test('a failing post does not affect the others in its batch', async () => {
  const batch = ['one', 'two', FAILING, 'four', 'five'].map((content) => queued(content))
  await failWith('22012', 100)

  await flush(batch)

  expect(verdictsOf(batch)).toEqual(['ok', 'ok', undefined, 'ok', 'ok'])
  expect(await storedOf(batch)).toEqual(['one', 'two', 'four', 'five'])
})

test('a batch whose connection is lost is resent over a new one, and each post is stored once', async () => {
  const batch = ['one', FAILING, 'three'].map((content) => queued(content))
  await failWith('57P01', 1)

  await flush(batch)

  expect(verdictsOf(batch)).toEqual(['ok', 'ok', 'ok'])
  expect(await storedOf(batch)).toEqual(['one', FAILING, 'three'])
})

test('posts judged before the connection was lost keep their verdict', async () => {
  const batch = ['one', FAILING, CUT].map((content) => queued(content))
  await failWith('22012', 100)
  // three attempts are the failing post's: in the batch, in its half and alone; the fourth is this one's first
  await failWith('57P01', 4, CUT)

  await flush(batch)

  expect(verdictsOf(batch)).toEqual(['ok', undefined, 'ok'])
  expect(await storedOf(batch)).toEqual(['one', CUT])
})

test('the fast lane skips a space that another transaction has locked, and stores the rest', async () => {
  const bob = await server.signUp('bob')
  const free: Queued = {
    post: testPost({ content: 'free', authorId: bob.profile.id, spaceId: bob.spaceId() }),
    hasRetried: false,
  }
  const batch = [queued('locked'), free]
  await using _ = await lockSequence(server, spaceId)

  await flush(batch)

  expect(verdictsOf(batch)).toEqual(['busy', 'ok'])
  expect(await storedOf(batch)).toEqual(['free'])
})
