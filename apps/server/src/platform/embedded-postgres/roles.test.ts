import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_LIMITS, openDatabase } from '../database.ts'
import { startJobs } from '../jobs.ts'
import { migrate } from '../migrate.ts'
import { disposable, query, temporaryFolder } from './fixtures.ts'
import { startDatabase } from './index.ts'

const SLOW = { timeout: 90_000 }
const log = () => undefined

// Making a database is what takes long, so the tests take turns on one folder.
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  const database = await startDatabase({ dataDir: folder.path, log })
  await database.stop()
}, 90_000)
afterAll(() => folder[Symbol.asyncDispose]())

const REFUSED = [
  "copy (select 1) to program 'true'",
  "select pg_read_file('/etc/hostname')",
  "select lo_import('/etc/hostname')",
  'create role another',
  'create database another',
  'alter role current_user superuser',
  'set role flockwork',
  'set session authorization flockwork',
  "alter system set shared_preload_libraries = 'x'",
  'create table pg_catalog.another (n int)',
]

test('the server connects as a role that owns its database and may do nothing else', SLOW, async () => {
  await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
  const { url } = db.database

  expect(
    await query(
      url,
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, (
         select pg_get_userbyid(datdba) = current_user from pg_database where datname = current_database()
       ) as owns from pg_roles where rolname = current_user`,
    ),
  ).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      owns: true,
    },
  ])
  for (const statement of REFUSED) {
    await expect(query(url, statement), statement).rejects.toThrow(/permission denied|must be|only roles/i)
  }
})

test(
  'a folder of an earlier version, in which a superuser owns everything, is converted at its next start',
  SLOW,
  async () => {
    const urlAsSuperuser = (url: string) => url.replace('/postgres?', '/flockwork?')
    const before = await startDatabase({ dataDir: folder.path, log })
    for (const statement of [
      'drop database flockwork',
      'drop role flockwork_app',
      'create database flockwork',
    ]) {
      await query(before.superuserUrl, statement)
    }
    const earlier = urlAsSuperuser(before.superuserUrl)
    await bringUp(earlier)
    await query(
      earlier,
      `insert into accounts (id, kind, handle, display_name, created_at)
     values (gen_random_uuid(), 'user', 'ana', 'Ana', now());
     create view names as select handle from accounts; create type mood as enum ('good'); create sequence counted`,
    )
    await before.stop()

    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
    const { url } = db.database
    await bringUp(url)
    expect(await query(url, 'select handle from names')).toEqual([{ handle: 'ana' }])
    expect(
      await query(
        url,
        `select relname as name from pg_class where relowner = 'flockwork'::regrole and relnamespace in (
         select oid from pg_namespace where nspname in ('public', 'pgboss'))
       union all select proname from pg_proc where proowner = 'flockwork'::regrole and pronamespace in (
         select oid from pg_namespace where nspname in ('public', 'pgboss'))
       union all select typname from pg_type where typowner = 'flockwork'::regrole and typnamespace in (
         select oid from pg_namespace where nspname in ('public', 'pgboss'))
       union all select nspname from pg_namespace where nspowner = 'flockwork'::regrole and nspname = 'pgboss'`,
      ),
    ).toEqual([])
    // what migrations and functions do
    await query(
      url,
      `alter table accounts add column spare int; create index spare on accounts (spare);
     drop function post_batch; drop table messages cascade`,
    )
  },
)

/** The schema and the jobs, as at a server's start. */
async function bringUp(url: string): Promise<void> {
  const database = openDatabase(url, () => {}, NO_LIMITS)
  await migrate(database)
  const jobs = await startJobs({ url, connect: database.connect, onError: () => {} })
  await jobs.declare('work')
  await jobs.stop()
  await database.close()
}

test('over loopback the application has a password of its own', SLOW, async () => {
  await using folder = await temporaryFolder()
  await using db = disposable(await startDatabase({ dataDir: folder.path, log, endpointKind: 'loopback' }))
  const [url, superuser] = [new URL(db.database.url), new URL(db.database.superuserUrl)]

  expect(url.password).not.toBe(superuser.password)
  expect(await query(url.href, 'select current_user as role')).toEqual([{ role: 'flockwork_app' }])
  superuser.password = url.password
  await expect(query(superuser.href, 'select 1')).rejects.toThrow(/password authentication failed/)
})

const SCRIPT = fileURLToPath(new URL('../../../../../scripts/container/create-database.sh', import.meta.url))

test.runIf(existsSync('/usr/bin/psql'))(
  "the script for a PostgreSQL in a container makes such a role, which the server's schema needs nothing beyond",
  SLOW,
  async () => {
    await using folder = await temporaryFolder()
    await using db = disposable(await startDatabase({ dataDir: folder.path, log }))
    const { superuserUrl } = db.database
    // a cluster as the image makes it: the names are still free
    await query(superuserUrl, 'drop database flockwork')
    await query(superuserUrl, 'create role postgres superuser login')
    const asPostgres = superuserUrl.replace('//flockwork@', '//postgres@')
    await query(asPostgres, 'alter role flockwork rename to initial')

    const socket = new URL(superuserUrl.replace('@/', '@socket/')).searchParams
    const env = {
      ...process.env,
      PGHOST: socket.get('host') ?? '',
      PGPORT: socket.get('port') ?? '',
      FLOCKWORK_DATABASE_PASSWORD: "it's a password",
    }
    await promisify(execFile)('sh', [SCRIPT], { env })

    const url = asPostgres.replace('//postgres@/postgres', '//flockwork@/flockwork')
    await bringUp(url)
    const [role] = await query(url, 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user')
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false })
  },
)
