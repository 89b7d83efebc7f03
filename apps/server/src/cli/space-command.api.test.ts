/** Carrying a space from one instance to another (docs/rules/records.md#import). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DELIVERY_EXPIRES_MS } from '@flockwork/contract/limits'
import { searchRoutes } from '@flockwork/contract/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../test/calls.ts'
import { SECRETS, livelySpace } from '../../test/lively-space.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { expireDeliveries } from '../features/inbox/index.ts'
import { runTaskUpkeep, noticeJob } from '../features/tasks/index.ts'
import { runSpace } from './space-command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flockwork-records-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => path.join(folder, `${(files += 1)}.jsonl`)

interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function space(server: TestServer | null, ...args: string[]): Promise<Said> {
  const lines = { out: [] as string[], err: [] as string[] }
  const env = server === null ? { DATABASE_URL: 'not even an address' } : { DATABASE_URL: server.databaseUrl }
  const code = await runSpace(args, env, {
    out: (line) => void lines.out.push(line),
    err: (line) => void lines.err.push(line),
  })
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
}

async function exported(server: TestServer, spaceId: string): Promise<{ file: string; text: string }> {
  const file = newFile()
  expect(await space(server, 'export', spaceId, file)).toMatchObject({ code: 0, err: '' })
  return { file, text: await readFile(file, 'utf8') }
}

/** Leaves out what differs between two exports of the same space: the first line, and the signatures. */
const lasting = (text: string) =>
  text
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^(\{"checkpoint":.*"signature":)".*"\}$/, '$1""}'))
    .join('\n')

/** Row counts of the tables that wake somebody, or that a broken import might fill. */
async function countRows(server: TestServer, ...tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [row] = await server.query<{ count: number }>(`select count(*)::int as count from ${table}`)
    counts[table] = row?.count ?? 0
  }
  return counts
}

test('an imported space is the same to the byte, and continues as the same space', async () => {
  await using home = await startServer()
  await using away = await startServer()
  const { spaceId } = await livelySpace(home)
  await away.signUp('ana')
  const { file, text } = await exported(home, spaceId)

  expect(await space(null, 'verify', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The record is whole'),
  })
  expect(await space(away, 'import', file)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Field Lab is here as field-lab[\w-]*: \d+ messages of 5 people and agents/),
  })

  const again = await exported(away, spaceId)
  expect(lasting(again.text)).toBe(lasting(text))
  expect(again.text).not.toBe(text)
  expect(await space(null, 'verify', again.file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('and nothing has changed since'),
  })
  // and again, to a third instance
  await using further = await startServer()
  expect(await space(further, 'import', again.file)).toMatchObject({ code: 0 })
  expect(lasting((await exported(further, spaceId)).text)).toBe(lasting(text))
  // no imported account is an account of this instance
  const people = `members where kind = 'user' and space_id = '${spaceId}'`
  expect(await countRows(away, people)).toEqual({ [people]: 0 })
})

test('maintenance changes nothing in an imported space, whose members are not here to wait for', async () => {
  await using home = await startServer()
  const { spaceId } = await livelySpace(home)
  const { file, text } = await exported(home, spaceId)
  const open = `deliveries where state in ('stored', 'delivered') and space_id = '${spaceId}'`
  await using away = await startServer()
  expect(await space(away, 'import', file)).toMatchObject({ code: 0 })
  const before = await countRows(away, 'events', open)
  expect(before[open]).toBeGreaterThan(0)

  away.moveClock(DELIVERY_EXPIRES_MS + 60_000)
  await expireDeliveries(away.services)
  await runTaskUpkeep({ ...away.services, noticeJob }, away.services.help.guideId)

  expect(await countRows(away, 'events', open)).toEqual(before)
  expect(lasting((await exported(away, spaceId)).text)).toBe(lasting(text))
})

test('a space that was imported without an admin gets one later, once', async () => {
  await using home = await startServer()
  const { spaceId } = await livelySpace(home)
  const { file } = await exported(home, spaceId)
  await using away = await startServer()
  const [bob, ana] = [await away.signUp('bob'), await away.signUp('ana')]
  expect(await space(away, 'import', file)).toMatchObject({ code: 0, out: expect.stringContaining('admit') })

  expect(await space(away, 'admit', spaceId, 'nobody')).toMatchObject({ code: 1 })
  expect(await space(away, 'admit', spaceId, bob.username)).toMatchObject({ code: 0 })

  await bob.goesTo(spaceId)
  const { organizations } = await bob.api.spaces.list()
  expect(organizations.find(({ id }) => id === spaceId)).toMatchObject({ role: 'admin', member_count: 1 })
  expect(await space(away, 'admit', spaceId, ana.username)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There are people in this space'),
  })
})

test('its new admin sees the history with its authors, and continues it', async () => {
  await using home = await startServer()
  const { spaceId, task, deleted, edited } = await livelySpace(home)
  const { file } = await exported(home, spaceId)
  await using away = await startServer()
  const ana = await away.signUp('ana')

  expect(await space(away, 'import', file, '--admin', ana.username)).toMatchObject({ code: 0 })

  await ana.goesTo(spaceId)
  const { organizations } = await ana.api.spaces.list()
  expect(organizations.find(({ id }) => id === spaceId)).toMatchObject({ role: 'admin', member_count: 1 })
  const { posts } = await ana.api.messages.history({ query: { limit: 100 } })
  const hello = posts.find(({ content }) => content.startsWith('Hello'))
  expect(hello).toMatchObject({ reply_count: 3, reaction_counts: { '🚀': 2, '👍': 1 }, topics: ['boats'] })
  // she is not the author, though she has the same name
  expect(hello?.author_id).not.toBe(ana.profile.id)
  expect(hello?.username).not.toBe(ana.username)
  expect(posts.find(({ id }) => id === deleted.id)).toMatchObject({ content: '[Message deleted]' })
  expect(posts.find(({ id }) => id === edited.id)).toMatchObject({
    edit_count: 2,
    content: expect.stringContaining('Third'),
  })
  expect(await ana.api.tasks.get({ params: { id: task.id } })).toMatchObject({
    title: 'Paint the boat',
    status: 'in_progress',
    notes_count: 2,
    claimed_by: { type: 'agent' },
    display_id: task.display_id,
  })
  const { notes } = await ana.api.tasks.notes({ params: { id: task.id } })
  expect(notes.map(({ note }) => note)).toEqual(['It rains', 'Half done'])
  const found = await ana.api.call(searchRoutes.search, { body: { query: 'answer', org_id: spaceId } })
  expect(found.total).toBeGreaterThan(0)
  const said = await ana.says('I am here now')
  expect(said.seq).toBeGreaterThan(posts.at(-1)?.seq ?? 0)
  const next = await ana.api.tasks.create({ body: { title: 'Another' } })
  expect(Number(next.display_id.slice(2))).toBeGreaterThan(Number(task.display_id.slice(2)))

  const { text } = await exported(away, spaceId)
  for (const secret of SECRETS) expect(text).not.toContain(secret)
  expect(text).toContain('I am here now')
})

test('an import wakes nobody', async () => {
  await using home = await startServer()
  const { spaceId } = await livelySpace(home)
  const { file } = await exported(home, spaceId)
  await using away = await startServer()
  const bob = await away.signUp('bob')
  // those of a schedule come by themselves
  const jobs = () =>
    away.query(
      `select name from pgboss.job where name not in (select name from pgboss.schedule) and name not like '\\_\\_%'`,
    )
  const before = [await countRows(away, 'events'), await jobs()]

  expect(await space(away, 'import', file)).toMatchObject({ code: 0 })

  expect([await countRows(away, 'events'), await jobs()]).toEqual(before)
  const [pending] = await away.query<{ count: number }>(
    `select count(*)::int as count from deliveries d join accounts a on a.id = d.recipient_id where a.status <> 'imported'`,
  )
  expect(pending?.count).toBe(0)
  const inbox = await call(away.url, 'GET', '/api/inbox', { token: bob.token() })
  expect(inbox.body).toMatchObject({ items: [] })
})

test('a space that exists already is refused, and a broken import leaves nothing', async () => {
  await using home = await startServer()
  const { spaceId } = await livelySpace(home)
  const { file, text } = await exported(home, spaceId)
  await using away = await startServer()
  const tables = [
    'spaces',
    'messages',
    'accounts',
    'handles',
    'imported_people',
    'record_imports',
    'record_texts',
    'tasks',
  ]
  const before = await countRows(away, ...tables)

  expect(await space(home, 'import', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('This space is here already: field-lab'),
  })
  const broken = newFile()
  await writeFile(broken, text.replace('"reason":"mention"', '"reason":"reply"'))
  expect(await space(away, 'import', broken)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Line \d+ \(delivery [\da-f-]{36}\): its hash does not fit what it says\.$/),
  })
  const cut = newFile()
  await writeFile(cut, text.slice(0, Math.floor(text.length * 0.9)))
  expect(await space(away, 'import', cut)).toMatchObject({
    code: 1,
    err: expect.stringContaining('ends in the middle'),
  })
  expect(await space(away, 'import', file, '--admin', 'nobody')).toMatchObject({
    code: 1,
    err: 'There is nobody here called nobody.',
  })
  expect(await countRows(away, ...tables)).toEqual(before)

  expect(await space(away, 'import', file)).toMatchObject({ code: 0 })
  expect(await space(away, 'import', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('here already'),
  })
})

test('an erased text stays erased, from instance to instance, and the hashes stay the same', async () => {
  await using home = await startServer()
  const { spaceId, edited, task } = await livelySpace(home)
  const { file, text } = await exported(home, spaceId)
  const [erased, target] = [newFile(), newFile()]

  expect(await space(null, 'erase', file, erased, edited.id, task.id)).toMatchObject({
    code: 0,
    out: expect.stringContaining('without 5 texts'),
  })
  expect(await space(null, 'verify', erased)).toMatchObject({
    code: 0,
    out: expect.stringContaining('5 texts were erased from the file'),
  })
  await using away = await startServer()
  const ana = await away.signUp('ana')
  expect(await space(away, 'import', erased, '--admin', ana.username)).toMatchObject({ code: 0 })
  expect((await ana.api.messages.get({ params: { id: edited.id } })).message.content).toBe('[Text erased]')

  expect(await space(away, 'export', spaceId, target)).toMatchObject({ code: 0 })
  const carried = await readFile(target, 'utf8')
  for (const gone of ['First words', 'Third words', 'Paint the boat']) {
    expect(text).toContain(gone)
    expect(carried).not.toContain(gone)
  }
  const hashOf = (from: string) => new RegExp(`"id":"${edited.id}".*"text":"([\\w-]{43})"`).exec(from)?.[1]
  expect(hashOf(carried)).toBe(hashOf(text))
  expect(await space(null, 'verify', target)).toMatchObject({ code: 0 })

  // deleting it here removes its hash and its salt
  await call(away.url, 'DELETE', `/api/messages/${edited.id}`, { token: ana.token() })
  const rows = await away.query('select id from record_texts where id = $1', [edited.id])
  expect(rows).toEqual([])
})

test("the instance's key is shown, and another instance's record is recognized", async () => {
  await using home = await startServer()
  const { ana, spaceId } = await home.peopleInOneSpace('ana')
  await ana.says('Hello')
  const { file } = await exported(home, spaceId)
  const [fingerprint = '', key = ''] = (await space(home, 'key')).out.split('\n')

  for (const known of [fingerprint, key]) {
    expect(await space(null, 'verify', file, '--key', known)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Signed with that key: ${fingerprint}`),
    })
  }
  expect(await space(null, 'verify', file, '--key', 'AAAA-BBBB-CCCC-DDDD')).toMatchObject({
    code: 1,
    err: expect.stringContaining(`signed with another key: ${fingerprint}`),
  })
})

test('what is impossible is refused with the reason', async () => {
  await using server = await startServer()
  const { spaceId } = await server.peopleInOneSpace('ana')
  const { file } = await exported(server, spaceId)

  expect(await space(server, 'export', 'nowhere', newFile())).toMatchObject({
    code: 1,
    err: 'There is no space nowhere.',
  })
  expect(await space(server, 'export', spaceId, file)).toMatchObject({
    code: 1,
    err: `${file} exists already.`,
  })
  expect(await space(null, 'verify', newFile())).toMatchObject({
    code: 1,
    err: expect.stringContaining('ENOENT'),
  })
  for (const args of [
    [],
    ['more'],
    ['verify'],
    ['verify', 'a', 'b'],
    ['import', 'a', '--key', 'b'],
    ['erase', 'a', 'b'],
  ]) {
    expect([args, await space(null, ...args)]).toMatchObject([
      args,
      { code: 2, err: expect.stringContaining('Usage') },
    ])
  }
})
