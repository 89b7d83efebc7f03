/** `flockwork audit`, run as an operator runs it, but in this process; and the log as administrators read it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { adminAuditRoutes as routes } from '@flockwork/contract/admin/audit'
import { AUDIT_LINK_MS } from '@flockwork/contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../test/calls.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { audit } from '../platform/audit.ts'
import { makeCheckpoint } from '../features/admin/index.ts'
import { runAudit } from './audit-command.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'flockwork-audit-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function fileOf(text: string): Promise<string> {
  const file = path.join(folder, `${(files += 1)}.jsonl`)
  await writeFile(file, text)
  return file
}

async function run(server: TestServer | null, ...args: string[]) {
  const lines = { out: [] as string[], err: [] as string[] }
  const env = server === null ? { DATABASE_URL: 'not even an address' } : { DATABASE_URL: server.databaseUrl }
  const code = await runAudit(args, env, {
    out: (line) => void lines.out.push(line),
    err: (line) => void lines.err.push(line),
  })
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
}

const linesOf = (text: string) => text.trimEnd().split('\n')

/** An administrator, and a log with `count` entries about a made-up person. */
async function logOf(server: TestServer, count: number) {
  const root = await server.signUp('root')
  const { db, clock } = server.services
  for (let nth = 0; nth < count; nth++) {
    await audit(db, clock, {
      actorId: root.profile.id,
      action: nth % 2 === 0 ? 'role_changed' : 'status_changed',
      target: { type: 'user', id: `0190f3a0-0000-7000-8000-00000000000${nth % 10}`, name: `finch-${nth}` },
      before: { role: 'user' },
      after: { role: 'admin', note: `Zwölf ${nth}` },
      ip: '192.0.2.7',
    })
  }
  return root
}

async function exported(server: TestServer, token: string, query = '') {
  const answer = await fetch(`${server.url}${routes.export.path}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="flockwork-audit-.*\.jsonl"$/,
  )
  return answer.text()
}

test('the database and an export verify, and a changed line is named', async () => {
  await using server = await startServer()
  const root = await logOf(server, 8)

  expect(await run(server, 'verify')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^The audit log is whole: \d+ entries/),
  })

  const text = await exported(server, root.token())
  const file = await fileOf(text)
  expect(await run(null, 'verify', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('by root'),
  })
  const byOperator = path.join(folder, 'operator.jsonl')
  expect(await run(server, 'export', byOperator)).toMatchObject({ code: 0, err: '' })
  expect(await run(server, 'export', byOperator)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists'),
  })
  expect(await run(null, 'verify', byOperator, '--against', file)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 checkpoints fit'),
  })
  expect(await run(null, 'verify', byOperator, '--key', 'another')).toMatchObject({
    code: 1,
    err: expect.stringContaining('another key'),
  })

  const lines = linesOf(text)
  const entry = (at: number) => JSON.parse(lines[at] ?? '') as { number: number }
  const { number } = entry(4)
  const broken: [string, string[]][] = [
    [
      `Entry ${number} was changed`,
      lines.map((line, at) => (at === 4 ? line.replace('role_changed', 'seen') : line)),
    ],
    [
      `Entry ${number} was changed: its after`,
      lines.map((line, at) => (at === 4 ? line.replace('Zwölf', 'Elf') : line)),
    ],
    [`Entry ${number} is missing`, lines.filter((_, at) => at !== 4)],
    [`Entry ${number} stands where`, lines.toSpliced(5, 0, lines[4] ?? '')],
    ['The file was cut off', lines.slice(0, -2)],
    ['The last line names entry', lines.toSpliced(-2, 1)],
    ['Line 3 is no entry', lines.toSpliced(2, 0, '{}')],
    ['Line 1 is not the beginning', lines.slice(1)],
    ['The file is empty', []],
  ]
  for (const [says, changed] of broken) {
    const verified = await run(null, 'verify', await fileOf(changed.map((line) => `${line}\n`).join('')))
    expect([says, verified.code, verified.err]).toEqual([says, 1, expect.stringContaining(says)])
  }
})

test('a checkpoint in a log file reveals what was removed from the database', async () => {
  const logged: string[] = []
  await using server = await startServer({ env: { LOG_LEVEL: 'error' }, onLog: (line) => logged.push(line) })
  await logOf(server, 4)
  const { db, clock, admin, securityLog } = server.services
  await makeCheckpoint({ db, clock, key: admin.key, log: securityLog.checkpoint })
  const log = await fileOf(`not json\n${logged.join('')}`)
  expect(await run(server, 'verify', '--against', log)).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 checkpoints fit'),
  })

  // the owner of the database removes the last entry, and its checkpoint and head as well
  await server.query(`
    set session_replication_role = replica;
    delete from audit_checkpoints;
    delete from audit where number = (select max(number) from audit);
    update audit_head set (number, hash) = (select number, hash from audit order by number desc limit 1);
    set session_replication_role = default
  `)
  expect(await run(server, 'verify')).toMatchObject({ code: 0 })
  expect(await run(server, 'verify', '--against', log)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Entry \d+ is missing/),
  })
})

test('wrong usage prints the usage', async () => {
  for (const args of [[], ['nonsense'], ['export'], ['verify', 'a', 'b'], ['verify', '--key', 'x']]) {
    expect([args, await run(null, ...args)]).toEqual([
      args,
      { code: 2, out: '', err: expect.stringContaining('Usage') },
    ])
  }
  expect(await run(null, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('verify') })
  expect(await run(null, 'verify', '/nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('/nowhere'),
  })
})

test('administrators filter the log and page through it', async () => {
  await using server = await startServer()
  const root = await logOf(server, 12)
  const list = (query: Record<string, string>) => root.api.call(routes.list, { query })

  const first = await list({ limit: '5', action: 'role_changed' })
  const second = await list({ limit: '5', action: 'role_changed', cursor: first.next_cursor ?? '' })
  expect([...first.entries, ...second.entries].map(({ target }) => target.name)).toEqual(
    [10, 8, 6, 4, 2, 0].map((nth) => `finch-${nth}`),
  )
  expect(second.next_cursor).toBe(null)
  expect(first.entries[0]).toMatchObject({
    actor: { id: root.profile.id, type: 'user', username: 'root' },
    action: 'role_changed',
    target: { type: 'user', name: 'finch-10' },
    before: { role: 'user' },
    after: { role: 'admin', note: 'Zwölf 10' },
    ip: '192.0.2.7',
    space_id: null,
    erased: false,
  })

  const found = async (query: Record<string, string>) => (await list(query)).entries.length
  expect(await found({ actor: '@ROOT', target_type: 'user', text: 'finch' })).toBe(12)
  expect(await found({ actor: root.profile.id, action: 'status_changed' })).toBe(6)
  expect(await found({ actor: 'nobody' })).toBe(0)
  expect(await found({ actor: '-', action: 'role_changed' })).toBe(0)
  expect(await found({ target_id: '0190f3a0-0000-7000-8000-000000000003' })).toBe(1)
  expect(await found({ text: 'zwölf 10', action: 'role_changed' })).toBe(1)
  expect(await found({ text: '192.0.2.7' })).toBe(12)
  expect(await found({ text: "'):* & |" })).toBe(0)
  expect(await found({ space: 'nowhere' })).toBe(0)
  expect(await found({ from: '2100-01-01' })).toBe(0)
  expect(await found({ until: '2100-01-01', action: 'role_changed' })).toBe(6)
  for (const query of [
    'cursor=x',
    'limit=0',
    'from=hello 1',
    'from=-010000-01-01',
    'until=2026-02-30',
    `text=${'x'.repeat(201)}`,
  ]) {
    expect(
      (await call(server.url, 'GET', `${routes.list.path}?${query}`, { token: root.token() })).status,
    ).toBe(422)
  }
  expect(await root.api.call(routes.facets, {})).toMatchObject({
    actions: expect.arrayContaining(['first_admin', 'role_changed', 'status_changed']),
    target_types: expect.arrayContaining(['user']),
  })

  // a part of the log verifies, too
  const part = await exported(server, root.token(), '?action=role_changed')
  expect(linesOf(part)).toHaveLength(8)
  expect(await run(null, 'verify', await fileOf(part))).toMatchObject({
    code: 0,
    out: expect.stringContaining('Only entries with action role_changed'),
  })
  const changed = part.replace('Zwölf 4', 'Zwölf 5')
  expect(await run(null, 'verify', await fileOf(changed))).toMatchObject({ code: 1 })
  const shortened = linesOf(part).toSpliced(3, 1).join('\n')
  expect(await run(null, 'verify', await fileOf(`${shortened}\n`))).toMatchObject({
    code: 1,
    err: expect.stringContaining('a line was changed, taken out or put in'),
  })
  // the export itself is logged
  expect(await list({ action: 'audit_exported' })).toMatchObject({
    entries: [{ after: { action: 'role_changed' } }],
  })

  // a browser downloads by a link, which works for its creator only
  const { url } = await root.api.call(routes.link, { body: { text: 'zwölf', from: '' } })
  const byLink = await fetch(server.url + url)
  expect([byLink.status, linesOf(await byLink.text()).length]).toEqual([200, 15])
  expect((await fetch(server.url + url.replace('text=', 'text=x'))).status).toBe(401)
  server.moveClock(AUDIT_LINK_MS)
  expect((await fetch(server.url + url)).status).toBe(401)
  expect((await list({ action: 'audit_exported' })).entries).toHaveLength(2)
})
