/** The audit log as a chain, written by the database and verified by the server (ADR-0024). */
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { deleteAccount } from '../../../../test/accounts.ts'
import { urlOf } from '../../../../test/database-url.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { login } from '../../../../test/sessions.ts'
import { OF_A_TEST } from '../../../../test/statements.ts'
import { audit } from '../../../platform/audit.ts'
import { openDatabase } from '../../../platform/database.ts'
import { migrate } from '../../../platform/migrate.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { verifyDatabase } from './database.ts'

const verify = ({ services }: TestServer) => verifyDatabase(services.db, services.admin.key.publicKey, [])

const entry = (name: string) => ({
  actorId: null,
  action: 'tried',
  target: { type: 'user', id: '0190f3a0-0000-7000-8000-000000000001', name },
  before: { b: 'ä"\u0007\u2028', a: [1, -0.5, 1e21, 1.5e-9, { z: null, y: true }] },
  after: {},
  ip: '::1',
})

test('concurrent transactions write one chain without gaps', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  const before = await verify(server)

  await Promise.all(
    Array.from({ length: 40 }, (_, nth) =>
      db.transaction().execute(async (tx) => {
        await audit(tx, clock, entry(`first of ${nth}`))
        await audit(tx, clock, entry(`second of ${nth}`))
        if (nth % 4 === 0) throw new Error('rolled back')
      }),
    ).map((writing) => writing.catch(() => {})),
  )

  const after = await verify(server)
  expect(after).toMatchObject({ entries: before.entries + 60, problems: [] })
  const rows = await server.query<{ number: number; target_name: string }>(
    "select number::int as number, target_name from audit where action = 'tried' order by number",
  )
  // entries of one transaction are adjacent
  for (let at = 0; at < rows.length; at += 2) {
    expect(rows[at + 1]?.target_name).toBe(rows[at]?.target_name.replace('first', 'second'))
  }
})

test("the server's role can only insert and read", async () => {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  const name = `audit_role_${process.pid}`
  await admin.query(`create role ${name} login password 'secret' nosuperuser`)
  await admin.query(`create database ${name} owner ${name}`)
  const url = urlAs(urlOf(inject('databaseUrl'), name), name)
  const database = openDatabase(url, () => {})
  try {
    await migrate(database)
    await audit(database.db, { now: () => 0 }, entry('ana'))

    for (const change of [
      `update audit set action = 'nothing'`,
      `update audit set number = 7`,
      `update audit set hash = sha256('x')`,
      'delete from audit',
      'truncate audit',
      'delete from audit_checkpoints',
      'truncate audit_checkpoints',
    ]) {
      await expect([change, database.pool.query(change)][1]).rejects.toThrow('permission denied')
    }
    for (const change of [`update audit set ip = '10.0.0.1'`, `update audit set before = null`]) {
      await expect(database.pool.query(change)).rejects.toThrow('The audit log only grows')
    }
    const { rows } = await database.pool.query('select number, action from audit')
    expect(rows).toEqual([{ number: 1, action: 'tried' }])
  } finally {
    await database.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  }
})

/** The same URL with another role. */
function urlAs(url: string, role: string): string {
  return /^postgres(?:ql)?:\/\/[^/?]*@/.test(url)
    ? url.replace(/\/\/[^@/]*@/, `//${role}:secret@`)
    : url.replace('//', `//${role}:secret@`)
}

test('a deleted account leaves neither name nor address in the log, and the chain still verifies', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const { clock, db } = server.services
  const scout = await ana.registers('scout')
  await db.transaction().execute(async (tx) => {
    await audit(tx, clock, {
      actorId: ana.profile.id,
      action: 'role_changed',
      target: { type: 'user', id: ana.profile.id, name: 'ana' },
      before: { role: 'user' },
      after: { role: 'admin', email: 'ana@example.org' },
      ip: '192.0.2.1',
    })
  })

  await deleteAccount(server, ana.token(), PASSWORD)
  await login(server, 'ana', 'somebody who tries')
  await server.services.securityLog.flush()

  const about = await server.query<Record<string, unknown>>(
    `select action, target_name, before, after, ip from audit
     where actor_id = $1 or target_id = any($2) and action <> 'personal_data_erased'`,
    [ana.profile.id, [ana.profile.id, scout.id]],
  )
  expect(about.length).toBeGreaterThan(2)
  for (const row of about) expect(row).toMatchObject({ target_name: null, ip: null })
  // entries without personal data stay
  expect(about.find(({ action }) => action === 'role_changed')).toMatchObject({
    before: { role: 'user' },
    after: null,
  })
  const verified = await verify(server)
  expect(verified.problems).toEqual([])
  expect(verified.erased).toBeGreaterThan(3)
})

test('on the real table: changed, missing, inserted and emptied rows are found, and so is a truncated tail', async () => {
  await using server = await startServer()
  const { clock, db, admin } = server.services
  const asSuperuser = async (...statements: string[]) => {
    const client = await server.services.database.connect()
    try {
      await client.query('begin')
      // as the owner of the machine could
      await client.query('set local session_replication_role = replica')
      for (const text of statements) await client.query(OF_A_TEST + text)
      await client.query('commit')
    } finally {
      await client.end()
    }
  }
  for (let nth = 0; nth < 9; nth++) await audit(db, clock, entry(`${nth}`))
  const checkpoints: unknown[] = []
  await makeCheckpoint({ db, clock, key: admin.key, log: (made) => checkpoints.push(made) })
  expect(checkpoints).toHaveLength(1)
  const { last, problems } = await verify(server)
  expect(problems).toEqual([])
  const end = last.number

  await expect(server.query("update audit set action = 'nothing'")).rejects.toThrow('only grows')
  const says = async () => (await verify(server)).problems.map((problem) => problem.says)
  const undone = async (change: string, back: string, expected: string[]) => {
    await asSuperuser(change)
    expect([change, await says()]).toEqual([change, expected.map((text) => expect.stringContaining(text))])
    await asSuperuser(back)
    expect([back, await says()]).toEqual([back, []])
  }
  await asSuperuser('create table kept as table audit', 'alter table kept drop column words')
  const columns = await server.query<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns where table_name = 'kept'`,
  )
  const names = columns[0]?.names ?? ''
  const restore = `delete from audit; insert into audit (${names}) select ${names} from kept`

  await undone(`update audit set action = 'harmless' where number = ${end - 4}`, restore, [
    `Entry ${end - 4} was changed`,
  ])
  await undone(`update audit set after = '{"role": "user"}' where number = ${end - 2}`, restore, [
    `Entry ${end - 2} was changed: its after`,
  ])
  await undone(`delete from audit where number = ${end - 3}`, restore, [`Entry ${end - 3} is missing`])
  await undone(`update audit set ip = null, ip_salt = null where number = ${end - 1}`, restore, [
    `Entry ${end - 1} lost its ip`,
  ])
  await undone(
    `insert into audit (${names}) select ${names.replace('number', `${end + 1}`)} from kept where number = ${end}`,
    restore,
    [`Entry ${end + 1} was changed`, `Entry ${end + 1} stand`],
  )
  await undone(`update audit set at = 'infinity' where number = ${end}`, restore, [
    `Entry ${end} was changed`,
  ])
  // beyond JavaScript's safe integers
  for (const number of ['9223372036854775807', '9007199254740993']) {
    await undone(
      `insert into audit (${names}) select ${names.replace('number', number)} from kept where number = ${end}`,
      restore,
      [`Entries ${end + 1} to`, 'Entries'],
    )
  }
  await undone(
    `insert into audit (${names}) select ${names.replace('number', '-9223372036854775808')} from kept where number = 1`,
    restore,
    ['stands where 1 belongs'],
  )
  // even with the head row updated: the signed checkpoint reveals it
  await undone(
    `delete from audit where number > ${end - 2};
     update audit_head set (number, hash) = (select number, hash from kept where number = ${end - 2})`,
    `${restore}; update audit_head set (number, hash) = (select number, hash from kept where number = ${end})`,
    [`Entries ${end - 1} to ${end} are missing`],
  )
})
