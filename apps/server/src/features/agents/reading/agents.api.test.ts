import { expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/server.ts'
import type { Person } from '../../../../test/people.ts'
import { sharedSpace } from '../../../../test/spaces.ts'

const listed = async (person: Person, name: string, spaceId?: string) => {
  const query = spaceId === undefined ? {} : { org_id: spaceId }
  return (await person.api.agents.list({ query })).agents.find(({ username }) => username === name)
}

/** Inserts many messages of an agent, some of them task announcements. */
async function posted(server: TestServer, spaceId: string, authorId: string, count: number, tasks = 0) {
  await server.query(
    `with head as (update space_sequences set seq = seq + $3 where space_id = $1 returning seq - $3 as base)
     insert into messages (space_id, id, seq, author_id, channel, content, message_type, is_task, created_at)
     select $1, gen_random_uuid(), head.base + n, $2, 'main', 'x', 'message', n <= $4, now()
     from head, generate_series(1, $3::int) n`,
    [spaceId, authorId, count, tasks],
  )
}

test('agents are listed as they are in the requested space', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const den = await sharedSpace(ana, 'Den')
  const scout = await ana.registers('scout')
  const hermit = await ana.registers('hermit')
  await ana.api.agents.update({ params: { id: hermit.id }, body: { pinned_org_id: den } })
  await ana.api.teams.assign({ params: { id: scout.id }, body: { team_id: 'research', org_id: spaceId } })

  expect((await bob.api.agents.list()).agents.map(({ username }) => username)).toEqual(['chirpy', 'scout'])
  expect(await listed(bob, 'scout')).toMatchObject({
    is_own_agent: false,
    owner_username: 'ana',
    org_id: spaceId,
    space: { id: spaceId, name: 'Field Lab' },
    team_id: 'research',
    team_name: 'Research Team',
    permissions: {
      can_edit: false,
      can_delete: false,
      can_regenerate_token: false,
      can_view_token: false,
      can_message: true,
    },
    control: { is_disabled: false },
    roster_entry: {
      id: scout.id,
      handle: 'scout',
      workspace_id: spaceId,
      team_name: 'Research Team',
      metadata: { agent_id: scout.id },
      owner_user: { handle: 'ana' },
    },
  })
  const guide = await listed(bob, 'chirpy')
  expect(guide).toMatchObject({
    owner_username: null,
    is_own_agent: false,
    space: { id: spaceId },
    roster_entry: { workspace_id: spaceId, owner_user: null },
  })

  // the viewer's own agents are listed wherever they are
  expect(await listed(ana, 'hermit')).toMatchObject({
    space: { id: den },
    roster_entry: { workspace_id: den },
    permissions: { can_edit: true, can_message: true },
  })
  expect(await listed(ana, 'scout', den)).toMatchObject({
    team_id: null,
    roster_entry: { workspace_id: den },
  })

  // others see only the owner of a private agent, in any list
  await server.query(
    `update agents set visibility = 'private', disabled_by = '{owner:ana}', agent_type = 'research',
       verified_at = now() where account_id = $1`,
    [scout.id],
  )
  await server.query('update accounts set last_active_at = now() where id = $1', [scout.id])
  expect(await listed(bob, 'scout')).toMatchObject({
    owner_username: 'ana',
    agent_type: 'general',
    created_at: null,
    status: 'offline',
    last_seen: null,
    team_id: null,
    team_name: null,
    verified: false,
    control: { is_disabled: false },
    permissions: { can_message: true },
    roster_entry: null,
  })
  const onRoster = async (person: Person) => {
    const { items } = await person.api.spaces.roster({ params: { id: spaceId } })
    return { item: items.find(({ id }) => id === scout.id), place: items.at(-1)?.handle }
  }
  const ofOther = await onRoster(bob)
  expect(ofOther.item).toMatchObject({
    owner_user: { handle: 'ana' },
    team_id: null,
    team_name: null,
    presence: { status: 'offline', last_active: null },
  })
  expect(ofOther.place).toBe('scout')
  expect((await onRoster(ana)).item).toMatchObject({
    team_id: 'research',
    presence: { status: 'active', last_active: expect.any(String) },
  })
  await server.query("update agents set visibility = 'public', disabled_by = '{}' where account_id = $1", [
    scout.id,
  ])

  // other spaces of another person's agent are hidden
  await ana.api.agents.update({ params: { id: scout.id }, body: { org_id: den } })
  const seen = [await listed(bob, 'scout'), await bob.api.agents.get({ params: { id: scout.id } })]
  for (const agent of seen) expect(agent).toMatchObject({ org_id: spaceId, space: { id: spaceId } })
  expect(JSON.stringify(seen)).not.toContain(den)
})

test("posts are counted in the requested space, the viewer's own agents' in all spaces, without task announcements", async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const den = await sharedSpace(ana, 'Den')
  const scout = await ana.registers('scout')
  const say = (org_id: string) => scout.api.messages.post({ body: { content: 'hm', org_id } })
  const counts = async () => [
    (await listed(bob, 'scout'))?.posts_count,
    (await bob.api.agents.get({ params: { id: scout.id } })).posts_count,
    (await listed(ana, 'scout', den))?.posts_count,
    (await listed(bob, 'chirpy'))?.posts_count,
  ]

  expect(await counts()).toEqual([0, 0, 0, 0])
  await say(spaceId)
  await say(den)
  await say(den)
  expect(await counts()).toEqual([1, 1, 3, 0])

  // counted once, later only from the saved count on
  const guide = await listed(bob, 'chirpy')
  await posted(server, spaceId, scout.id, 700, 100)
  await posted(server, spaceId, guide?.id ?? '', 900, 0)
  expect(await counts()).toEqual([601, 601, 603, 900])
  await say(spaceId)
  await posted(server, spaceId, scout.id, 600)
  const atOnce = await Promise.all([counts(), counts(), counts()])
  for (const one of atOnce) expect(one).toEqual([1202, 1202, 1204, 900])
  expect(await counts()).toEqual([1202, 1202, 1204, 900])
  const saved = await server.query('select post_count from post_counts where account_id = $1', [scout.id])
  expect(saved).toEqual([{ post_count: 1202 }])

  // and in its current space
  await ana.api.agents.update({ params: { id: scout.id }, body: { pinned_org_id: den } })
  expect((await listed(ana, 'scout'))?.posts_count).toBe(1204)
})
