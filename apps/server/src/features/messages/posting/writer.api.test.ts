/** How concurrent posts are stored: one key, one message, and no space delays another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockSequence, untilWaiting } from '../../../../test/locks.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import type { Post } from './batch.ts'
import { testPost } from './test-posts.ts'
import { createWriter, type Writer } from './writer.ts'

let server: TestServer
let ana: Person
let bob: Person
let spaceId: string
let writer: Writer

beforeAll(async () => {
  server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob')
  ana = people.ana
  bob = people.bob
  spaceId = people.spaceId
  const { database, clock, jobs, metrics } = server.services
  writer = createWriter({ database, clock, jobs, metrics, onCommitted: () => {}, onPosted: () => {} })
})
afterAll(async () => {
  await writer.stop()
  await server[Symbol.asyncDispose]()
})

const post = (content: string, fields: Partial<Post> = {}) =>
  testPost({ content, authorId: ana.profile.id, spaceId, ...fields })

async function storedOf(posts: readonly Post[]): Promise<string[]> {
  const rows = await server.query<{ content: string }>(
    'select content from messages where id = any($1) order by seq',
    [posts.map(({ id }) => id)],
  )
  return rows.map(({ content }) => content)
}

test('of concurrent posts with one key the first is stored; a repeat returns it, another text is refused', async () => {
  const posts = [
    post('one', { key: 'at once' }),
    post('one', { key: 'at once' }),
    post('two', { key: 'at once' }),
    post('of bob', { key: 'at once', authorId: bob.profile.id }),
  ]

  const judged = await Promise.all(posts.map((one) => writer.write(one)))

  expect(judged.map(({ verdict }) => verdict)).toEqual(['ok', 'same', 'mismatch', 'ok'])
  expect(judged[1]?.messageId).toBe(posts[0]?.id)
  expect(await storedOf(posts)).toEqual(['one', 'of bob'])
})

test('a key is free again after its first post was refused', async () => {
  const posts = [
    post('nowhere', { key: 'refused', channel: 'no-such-channel' }),
    post('here', { key: 'refused' }),
  ]

  const judged = await Promise.all(posts.map((one) => writer.write(one)))

  expect(judged.map(({ verdict }) => verdict)).toEqual(['no_channel', 'ok'])
  expect(await storedOf(posts)).toEqual(['here'])
})

test('a post to a locked space waits, and others are stored meanwhile', async () => {
  await using sequence = await lockSequence(server, spaceId)
  const waiting = post('waits')
  const written = writer.write(waiting)
  await untilWaiting(server, 1)

  const free = post('does not wait', { spaceId: ana.profile.current_org_id ?? '' })
  expect((await writer.write(free)).verdict).toBe('ok')
  expect(await storedOf([waiting, free])).toEqual(['does not wait'])

  await sequence.release()
  expect((await written).verdict).toBe('ok')
  const later = post('later')
  expect((await writer.write(later)).verdict).toBe('ok')
  expect(await storedOf([waiting, later])).toEqual(['waits', 'later'])
})

test('posts that arrive while their space is locked are stored in order', async () => {
  await using sequence = await lockSequence(server, spaceId)
  const posts = ['one', 'two', 'three', 'four'].map((content) => post(content))
  const [first, ...others] = posts.map((one) => writer.write(one))
  await untilWaiting(server, 1)

  await sequence.release()
  await Promise.all([first, ...others])

  expect(await storedOf(posts)).toEqual(['one', 'two', 'three', 'four'])
})
