import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../test/accounts.ts'
import { PASSWORD, type Person } from '../../test/people.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { runMaintenance } from './maintenance.ts'

/** Every table with a `space_id`, except the audit log. */
async function tablesOfSpaces(server: TestServer): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'space_id' and table_name not in ('audit', 'audit_pending')`,
  )
  return rows.map(({ name }) => name)
}

async function rowsOf(server: TestServer, spaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesOfSpaces(server)) {
    const [row] = await server.query<{ count: number }>(
      `select count(*)::int as count from ${table} where space_id = $1`,
      [spaceId],
    )
    if (row !== undefined && row.count > 0) counts[table] = row.count
  }
  return counts
}

/** A person with a well-used personal space, whose account is then deleted. */
async function leaver(server: TestServer): Promise<{ ana: Person; spaceId: string }> {
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const spaceId = ana.spaceId()
  const helper = await ana.registers('helper')
  const team = await ana.api.teams.create({ body: { name: 'Night shift' } })
  await ana.api.teams.assign({ params: { id: helper.id }, body: { team_id: team.id } })
  await server.query('insert into post_counts values ($1, $2, 1, 1)', [spaceId, helper.id])
  const said = await ana.says('@helper a note to myself')
  await ana.replies(said, 'and one more')
  await deleteAccount(server, ana.token(), PASSWORD)
  return { ana, spaceId }
}

test('the personal space stays for 30 days and is then purged: not a row of it is left', async () => {
  await using server = await startServer()
  const { spaceId } = await leaver(server)

  server.moveClock(DELETED_SPACE_RETENTION_MS - 60_000)
  await runMaintenance(server.services)
  expect(await rowsOf(server, spaceId)).toMatchObject({
    messages: 2,
    members: 2,
    channels: 3,
    space_sequences: 1,
  })

  server.moveClock(60_000)
  await runMaintenance(server.services)
  expect(await rowsOf(server, spaceId)).toEqual({})
  const [space] = await server.query('select name, slug, description, purged_at from spaces where id = $1', [
    spaceId,
  ])
  expect(space).toEqual({
    name: 'Deleted workspace',
    slug: `deleted-${spaceId}`,
    description: null,
    purged_at: expect.any(Date),
  })
})

test('no other space is purged, nor one that an active person recently deleted or left', async () => {
  await using server = await startServer()
  const { bob, cleo, spaceId } = await server.peopleInOneSpace('bob', 'cleo')
  await bob.says('ours')
  await cleo.says('and mine')
  const before = await rowsOf(server, spaceId)
  await leaver(server)
  const { ana: dan } = { ana: await server.signUp('dan') }
  await dan.says('my own')

  server.moveClock(DELETED_SPACE_RETENTION_MS + 1)
  await runMaintenance(server.services)

  // events are retained for a week only
  const { events: _pruned, ...kept } = before
  expect(await rowsOf(server, spaceId)).toMatchObject({
    messages: kept['messages'],
    members: kept['members'],
  })
  expect(await rowsOf(server, dan.spaceId())).toMatchObject({ messages: 1 })
})

test('a space of many rows is purged in batches, over as many runs as it takes', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await leaver(server)
  for (let from = 1; from <= 6000; from += 2000) {
    await server.query(
      `insert into messages (space_id, id, seq, author_id, channel, content, message_type, created_at)
       select $1, gen_random_uuid(), 1000 + n, $2, 'main', 'x', 'message', now()
       from generate_series($3::int, $4::int) n`,
      [spaceId, ana.profile.id, from, from + 1999],
    )
  }
  server.moveClock(DELETED_SPACE_RETENTION_MS + 1)

  await runMaintenance(server.services)

  expect(await rowsOf(server, spaceId)).toEqual({})
  // again: there is nothing left to do
  await runMaintenance(server.services)
})
