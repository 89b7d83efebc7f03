import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import type { Person } from '../../test/people.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { runMaintenance } from './maintenance.ts'

test('a failing step is reported and the others still run: a deleted space is purged', async () => {
  await using server = await startServer({ own: true })
  const ana = await server.signUp('ana')
  const space = await ana.api.spaces.create({ body: { name: 'Old place' } })
  await ana.api.spaces.delete({ params: { id: space.id }, body: { name: 'Old place' } })
  await server.query('alter table login_attempts rename to elsewhere')
  server.moveClock(DELETED_SPACE_RETENTION_MS + 1000)

  const errors: unknown[] = []
  await runMaintenance({ ...server.services, onError: (error) => void errors.push(error) })

  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('login_attempts') })])
  const purged = await server.query('select id from spaces where id = $1 and purged_at is not null', [
    space.id,
  ])
  expect(purged).toHaveLength(1)
})

/** From now on no row of these spaces is changed or deleted in the table. */
async function breakSpaces(server: TestServer, table: string, ids: readonly string[]) {
  await server.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  )
  await server.query(
    `create trigger refuse before update or delete on ${table} for each row
     when (old.space_id in (${ids.map((id) => `'${id}'`).join(', ')})) execute function refuse()`,
  )
}

const runAndReport = async (server: TestServer) => {
  const errors: unknown[] = []
  await runMaintenance({ ...server.services, onError: (error) => void errors.push(error) })
  return errors
}

const makeSpace = ({ api }: Person, name: string) =>
  api.spaces.create({ body: { name, visibility: 'private' } })

test('a space whose deliveries cannot expire keeps no other from it, and is named in the log', async () => {
  await using server = await startServer({ own: true })
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const bad = await server.peopleInOneSpace('cleo', 'dan')
  // more than are expired at once, and said before the others
  await bad.cleo.says('@dan one')
  await server.query(
    `insert into deliveries (id, space_id, message_id, author_id, recipient_id, reason, state, seq, at, created_at)
     select gen_random_uuid(), space_id, message_id, author_id, recipient_id, reason, state, seq, at, created_at
     from deliveries, generate_series(1, 500)`,
  )
  await ana.says('@bob two')
  await server.query(`update deliveries set created_at = created_at - interval '8 days'`)
  await breakSpaces(server, 'deliveries', [bad.spaceId])

  const errors = await runAndReport(server)

  expect(
    await server.query('select space_id, state, count(*)::int as n from deliveries group by 1, 2 order by 2'),
  ).toEqual([
    { space_id: spaceId, state: 'expired', n: 1 },
    { space_id: bad.spaceId, state: 'stored', n: 501 },
  ])
  expect(errors).toMatchObject([
    { errors: [{ message: expect.stringContaining(bad.spaceId), cause: { message: 'broken' } }] },
  ])
})

test('spaces that cannot be purged keep no other from it, however many, and are named in the log', async () => {
  await using server = await startServer({ own: true })
  const ana = await server.signUp('ana')
  const { id: bad } = await makeSpace(ana, 'Bad place')
  const { id: good } = await makeSpace(ana, 'Good place')
  await ana.api.spaces.delete({ params: { id: bad }, body: { name: 'Bad place' } })
  await ana.api.spaces.delete({ params: { id: good }, body: { name: 'Good place' } })
  // more like it than are purged in one run
  const more = await server.query<{ id: string }>(
    `with more as (
       insert into spaces select (jsonb_populate_record(null::spaces,
         to_jsonb(s) || jsonb_build_object('id', gen_random_uuid(), 'slug', s.slug || n))).*
       from spaces s, generate_series(1, 50) n where s.id = $1
       returning id
     ), channels as (
       insert into channels select (jsonb_populate_record(null::channels,
         to_jsonb(c) || jsonb_build_object('space_id', more.id))).*
       from channels c, more where c.space_id = $1
     )
     select id from more`,
    [bad],
  )
  const spaces = [bad, ...more.map(({ id }) => id)]
  await breakSpaces(server, 'channels', spaces)
  server.moveClock(DELETED_SPACE_RETENTION_MS + 1000)

  const errors = await runAndReport(server)

  expect(await server.query('select id from spaces where purged_at is not null')).toEqual([{ id: good }])
  expect(errors).toMatchObject([{ message: '51 deleted spaces could not be purged' }])
  const [{ errors: each }] = errors as [AggregateError]
  for (const { message, cause } of each as readonly Error[]) {
    expect(spaces.map((id) => `Failed for ${id}`)).toContain(message)
    expect(cause).toMatchObject({ message: 'broken' })
  }
  expect(each).toHaveLength(10)
})
