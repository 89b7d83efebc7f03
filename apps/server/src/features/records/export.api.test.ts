/** Downloading the record of a space (docs/rules/records.md#export). */
import { recordRoutes } from '@flockwork/contract/records'
import { expect, test } from 'vitest'
import { call, type Answer } from '../../../test/calls.ts'
import { SECRETS, livelySpace } from '../../../test/lively-space.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { DATA, type DataOf, type Kind } from './format/kinds.ts'
import { BrokenRecord, readRecord } from './format/reader.ts'

const download = (
  server: TestServer,
  spaceId: string,
  token?: string,
  headers: Record<string, string> = {},
) =>
  call(server.url, 'GET', `/api/organizations/${spaceId}/export`, {
    ...(token !== undefined && { token }),
    headers,
  })

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const verified = (text: string) => readRecord(once(Buffer.from(text)))

function linesOf(
  text: string,
): { kind?: Kind; data: Record<string, unknown>; text?: { value: Record<string, unknown> } }[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ReturnType<typeof linesOf>[number])
}

function dataOf<K extends Kind>(text: string, kind: K): DataOf<K>[] {
  return linesOf(text).flatMap((line) =>
    line.kind === kind ? [DATA[kind].parse(line.data) as DataOf<K>] : [],
  )
}

const textsOf = (text: string, kind: Kind) =>
  linesOf(text).flatMap((line) => (line.kind === kind && line.text ? [line.text.value] : []))

test('the record of a space has everything that its members see, and verifies', async () => {
  await using server = await startServer()
  const { spaceId, ana, bob, scout, deleted, edited } = await livelySpace(server)

  const answer = await download(server, spaceId, ana.token())

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="flockwork-field-lab[\w-]*\.jsonl"$/,
  )
  expect(answer.headers.get('accept-ranges')).toBe('bytes')
  const { counts, header, erased } = await verified(answer.text)
  expect(counts).toMatchObject({
    members: 5,
    accounts: 5,
    teams: 1,
    tasks: 1,
    notes: 2,
    reactions: 3,
    versions: 2,
  })
  expect(header).toMatchObject({
    space: spaceId,
    exported: { by: ana.username, from: server.url, origins: [] },
  })
  expect(erased).toBe(0)
  const messages = dataOf(answer.text, 'message')
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map(({ seq }) => seq).toSorted((a, b) => a - b))
  expect(messages.find(({ id }) => id === deleted.id)).toMatchObject({
    author: bob.profile.id,
    text: null,
    deleted_at: expect.any(String),
  })
  expect(messages.find(({ id }) => id === edited.id)).toMatchObject({ edit_count: 2 })
  expect(textsOf(answer.text, 'version')).toEqual([{ content: 'First words' }, { content: 'Second words' }])
  expect(textsOf(answer.text, 'note')).toEqual([{ note: 'It rains' }, { note: 'Half done' }])
  expect(dataOf(answer.text, 'delivery').map(({ reason }) => reason)).toContain('assignment')
  expect(dataOf(answer.text, 'account').find(({ id }) => id === scout.id)).toMatchObject({
    type: 'agent',
    agent: { owner: bob.profile.id },
  })
})

test('secret, private and deleted data is in no record', async () => {
  await using server = await startServer()
  const { spaceId, ana } = await livelySpace(server)
  const invite = await ana.api.spaces.invite({ params: { id: spaceId }, body: {} })
  const hashes = await server.query<{ hash: string }>('select password_hash as hash from people')
  expect(hashes.length).toBeGreaterThan(2)

  const { text } = await download(server, spaceId, ana.token())

  const secrets = [
    ...SECRETS,
    invite.invite_code,
    '@example.org',
    ...hashes.map(({ hash }) => hash),
    'argon2',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(dataOf(text, 'account').find(({ handle }) => handle === 'hermit')?.agent).toMatchObject({
    visibility: 'private',
    bio: null,
  })
})

test('the record of an unchanged space is the same except for its first line and the signatures', async () => {
  await using server = await startServer()
  const { spaceId, ana, bob, edited } = await livelySpace(server)
  const sameParts = (text: string) =>
    linesOf(text)
      .slice(1)
      .map((line) => ('signature' in line ? { ...line, signature: '' } : line))
  const first = await download(server, spaceId, ana.token())
  server.moveClock(60_000)

  const second = await download(server, spaceId, ana.token())
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'))
  expect(sameParts(second.text)).toEqual(sameParts(first.text))

  await call(server.url, 'DELETE', `/api/messages/${edited.id}`, { token: ana.token() })
  const third = await download(server, spaceId, ana.token())
  expect(first.text).toContain('First words')
  for (const erased of ['First words', 'Second words', 'Third words'])
    expect(third.text).not.toContain(erased)
  await verified(third.text)
  await bob.says('More')
})

/** `RECORD_FLIPS=1000` in the nightly run. */
const FLIPS = Number(process.env['RECORD_FLIPS'] ?? 150)

test('of many changed bits of a real record each is found, in its own line', async () => {
  await using server = await startServer()
  const { spaceId, ana } = await livelySpace(server)
  const whole = Buffer.from((await download(server, spaceId, ana.token())).text)
  const ends = [...whole.keys()].filter((at) => whole[at] === 10)
  const chance = createChance(1123)

  for (let flip = 0; flip < FLIPS; flip++) {
    const at = chance(whole.length)
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ (1 << chance(8))
    const found: unknown = await readRecord(once(changed)).catch((error: unknown) => error)
    const line = ends.findIndex((end) => end >= at) + 1
    expect([at, found instanceof BrokenRecord && found.line]).toEqual([at, line])
  }
})

/** A small deterministic random generator. */
function createChance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.for([
  { who: 'a member', status: 403, detail: 'Only admins of the space may download its record' },
  { who: 'somebody else', status: 404, detail: 'No such space' },
  { who: 'nobody', status: 401, detail: 'Sign in to continue' },
  { who: 'an agent', status: 403, detail: "An agent's credential does not work here" },
])('$who is refused with $status, also with a link', async ({ who, status, detail }) => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const eve = await server.signUp('eve')
  const tokens: Record<string, string | undefined> = {
    'a member': bob.token(),
    'somebody else': eve.token(),
    nobody: undefined,
    'an agent': (await ana.registers('helper')).token,
  }
  const token = tokens[who]

  const answers: Answer[] = [
    await download(server, spaceId, token),
    await call(
      server.url,
      'POST',
      `/api/organizations/${spaceId}/export`,
      token === undefined ? {} : { token },
    ),
  ]

  for (const { status: answered, body } of answers) {
    expect([answered, body]).toEqual([status, expect.objectContaining({ detail })])
  }
})

test('a person can download the record of their personal space, and nobody that of a deleted space', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const own = await download(server, ana.profile.current_org_id ?? '', ana.token())
  expect(own.status).toBe(200)
  expect(dataOf(own.text, 'space')).toMatchObject([{ is_personal: true, visibility: 'private' }])

  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  expect((await download(server, spaceId, ana.token())).status).toBe(404)
  for (const wrong of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
    expect((await download(server, wrong, ana.token())).status).toBe(404)
  }
})

test('a link downloads without a header: for its space, for ten minutes, until its creator signs out', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await bob.says('Words')
  const link = await ana.api.call(recordRoutes.link, { params: { id: spaceId } })
  const follow = (url = link.url) => call(server.url, 'GET', url)

  expect(link.fingerprint).toMatch(/^[\da-f]{4}(-[\da-f]{4}){5}$/)
  const answer = await follow()
  expect((await verified(answer.text)).header.exported.key).toBe(link.key)

  const other = link.url.replace(spaceId, ana.profile.current_org_id ?? '')
  expect((await follow(other)).status).toBe(401)
  expect((await follow(`${link.url}x`)).status).toBe(401)
  expect((await follow(link.url.replace(/\?.*/, '?ticket=1.2.3.4'))).status).toBe(401)
  server.moveClock(10 * 60_000)
  expect((await follow()).status).toBe(401)
  // a running download continues
  const rest = await call(server.url, 'GET', link.url, {
    headers: { range: 'bytes=10-', 'if-range': answer.headers.get('etag') ?? '' },
  })
  expect([rest.status, rest.text]).toEqual([206, answer.text.slice(10)])

  const again = await ana.api.call(recordRoutes.link, { params: { id: spaceId } })
  await call(server.url, 'POST', '/auth/logout', { token: ana.token() })
  expect((await follow(again.url)).status).toBe(401)
})

test('a download resumes where it was interrupted; if the file differs, all of it is sent', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  for (const word of ['one', 'two', 'three']) await bob.says(word)
  const whole = await download(server, spaceId, ana.token())
  const etag = whole.headers.get('etag') ?? ''
  const size = Buffer.byteLength(whole.text)

  const rest = await download(server, spaceId, ana.token(), { range: 'bytes=500-', 'if-range': etag })
  expect(rest.status).toBe(206)
  expect(rest.headers.get('content-range')).toBe(`bytes 500-${size - 1}/${size}`)
  expect(rest.headers.get('content-length')).toBe(String(size - 500))
  expect(whole.text.slice(0, 500) + rest.text).toBe(whole.text)

  const past = await download(server, spaceId, ana.token(), { range: `bytes=${size}-`, 'if-range': etag })
  expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  const anew = await download(server, spaceId, ana.token(), { range: 'bytes=500-', 'if-range': '"another"' })
  expect(anew.status).toBe(200)
  expect((await verified(anew.text)).counts.messages).toBe(3)

  // the server retains two, for a day
  server.moveClock(25 * 60 * 60_000)
  await server.services.records.files.prune()
  expect(server.services.records.files.find(spaceId)).toBeUndefined()
})

test('each download is audited, and the number per admin and hour is limited', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.1' } })
  const ana = await server.signUp('ana')
  const own = ana.profile.current_org_id ?? ''

  const answers = [await download(server, own, ana.token()), await download(server, own, ana.token())]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const refused = await download(server, own, ana.token())

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  const entries = await server.query(
    `select actor_id, target_id, space_id from audit where action = 'space_exported'`,
  )
  expect(entries).toEqual(answers.map(() => ({ actor_id: ana.profile.id, target_id: own, space_id: own })))
})
