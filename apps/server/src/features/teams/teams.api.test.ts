import { TEAMS_PER_SPACE, TEAM_DESCRIPTION_MAX_CHARS, TEAM_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { BUILT_IN_TEAMS } from '@flockwork/contract/teams'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { SECRET_SAMPLES } from '../../../test/secret-samples.ts'
import { startServer } from '../../../test/server.ts'
import { inviteTo, sharedSpace } from '../../../test/spaces.ts'
import { openStream, type StreamEvent } from '../../../test/stream.ts'

const isTeam = ({ event, data }: StreamEvent) => event === 'space_update' && data['action'] === 'team'
const BUILT_IN_IDS = BUILT_IN_TEAMS.map(({ id }) => id)

test('a space has the built-in teams and its own; an agent has one team per space, and all members get the events', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const den = await sharedSpace(ana, 'Den')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const nextTeam = async () => (await stream.next(isTeam)).data['team']

  expect((await bob.api.teams.list()).teams.map(({ id }) => id)).toEqual(BUILT_IN_IDS)
  const { can_edit: canEdit, ...team } = await bob.api.teams.create({
    body: { name: '  Night shift ', color: 'teal' },
  })
  expect(team).toEqual({
    id: expect.any(String),
    name: 'Night shift',
    description: '',
    color: 'teal',
    agents: [],
  })
  expect(canEdit).toBe(true)
  expect(await nextTeam()).toEqual(team)
  // editable by its creator and the admins of the space; the built-in ones by nobody
  const editable = async (person: typeof ana) =>
    (await person.api.teams.list()).teams.filter((one) => one.can_edit).map(({ id }) => id)
  expect([await editable(ana), await editable(bob), await editable(cleo)]).toEqual([[team.id], [team.id], []])
  const plain = await ana.api.teams.create({ query: { org_id: den }, body: { name: 'Plain' } })
  expect(plain.color).toBe('blue')
  expect((await ana.api.teams.list()).teams.map(({ id }) => id)).toEqual([...BUILT_IN_IDS, team.id])
  expect((await ana.api.teams.list({ query: { org_id: den } })).teams.at(-1)).toEqual(plain)

  expect(await ana.api.teams.assign({ params, body: { team_id: team.id } })).toEqual({
    team_id: team.id,
    team_name: 'Night shift',
  })
  expect(await nextTeam()).toEqual({ ...team, agents: ['scout'] })
  await ana.api.teams.assign({ params, body: { team_id: 'core', org_id: den } })
  const inTeam = async (org: string) => {
    const roster = await ana.api.spaces.roster({ params: { id: org }, query: { search: 'scout' } })
    const agent = (await ana.api.agents.list({ query: { org_id: org } })).agents.find(
      ({ id }) => id === scout.id,
    )
    const [item] = roster.items
    expect([item?.team_id, item?.team_name]).toEqual([agent?.team_id, agent?.team_name])
    return item?.team_name
  }
  expect([await inTeam(spaceId), await inTeam(den)]).toEqual(['Night shift', 'Core Team'])

  const { can_edit: _canEdit, ...renamed } = await bob.api.teams.update({
    params: { id: team.id },
    body: { name: 'Day shift', description: 'From nine to five' },
  })
  expect(renamed).toEqual({
    ...team,
    name: 'Day shift',
    description: 'From nine to five',
    agents: ['scout'],
  })
  expect(await nextTeam()).toEqual(renamed)
  // an admin of the space may, too, and only the given fields change
  expect(await ana.api.teams.update({ params: { id: team.id }, body: { color: 'red' } })).toEqual({
    ...renamed,
    color: 'red',
    can_edit: true,
  })
  expect(await nextTeam()).toMatchObject({ color: 'red' })
  expect(await inTeam(spaceId)).toBe('Day shift')

  // after leaving and returning it is in the same team
  await ana.api.agents.update({ params, body: { pinned_org_id: den } })
  expect((await ana.api.teams.list()).teams.at(-1)?.agents).toEqual([])
  await ana.api.agents.update({ params, body: { pinned_org_id: null } })
  expect((await ana.api.teams.list()).teams.at(-1)?.agents).toEqual(['scout'])

  await ana.api.teams.assign({ params, body: { team_id: 'analytical' } })
  const both = [await nextTeam(), await nextTeam()]
  expect(both).toMatchObject([
    { id: 'analytical', agents: ['scout'] },
    { id: team.id, agents: [] },
  ])
  await ana.api.teams.assign({ params, body: { team_id: 'analytical' } })
  expect(await ana.api.teams.assign({ params, body: { team_id: null } })).toEqual({
    team_id: null,
    team_name: null,
  })
  expect(await nextTeam()).toMatchObject({ id: 'analytical', agents: [] })
  expect(await inTeam(spaceId)).toBeNull()
  expect(stream.events.filter(isTeam)).toHaveLength(7)

  // only its owner sees the team of a private one
  await ana.api.agents.update({ params, body: { visibility: 'private' } })
  await ana.api.teams.assign({ params, body: { team_id: team.id } })
  expect(await nextTeam()).toMatchObject({ id: team.id, agents: [] })
  expect((await bob.api.teams.list()).teams.at(-1)?.agents).toEqual([])
  expect((await ana.api.teams.list()).teams.at(-1)?.agents).toEqual(['scout'])
  const seen = await ana.api.teams.update({ params: { id: team.id }, body: { name: 'Late shift' } })
  expect(seen.agents).toEqual(['scout'])
  expect(await nextTeam()).toMatchObject({ name: 'Late shift', agents: [] })
})

test('strangers and invalid values are refused', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const den = await sharedSpace(ana, 'Den')
  const scout = await ana.registers('scout')
  const team = await bob.api.teams.create({ body: { name: 'Night shift' } })
  const denTeam = await ana.api.teams.create({ body: { name: 'Elsewhere', org_id: den } })
  const hermit = await ana.registers('hermit')
  await ana.api.agents.update({ params: { id: hermit.id }, body: { pinned_org_id: den } })
  const assign = (person: typeof ana, agentId: string, team_id: string | null, org_id = spaceId) =>
    person.api.teams.assign({ params: { id: agentId }, body: { team_id, org_id } })
  const guide = (await ana.api.agents.list()).agents.find(({ username }) => username === 'chirpy')
  const secret = SECRET_SAMPLES[0]?.secret ?? ''
  const create = (body: object) =>
    call(server.url, 'POST', '/api/teams', { token: bob.token(), json: { org_id: spaceId, ...body } })

  const refusals: [() => Promise<unknown>, number][] = [
    // strangers, including administrators of the instance
    [() => root.api.teams.list({ query: { org_id: spaceId } }), 404],
    [() => root.api.teams.create({ body: { name: 'x', org_id: spaceId } }), 404],
    [() => root.api.teams.update({ params: { id: team.id }, body: { name: 'x' } }), 404],
    [() => assign(root, scout.id, 'core'), 404],
    // a member who is neither its creator nor an admin
    [() => cleo.api.teams.update({ params: { id: team.id }, body: { name: 'x' } }), 403],
    [() => assign(bob, scout.id, team.id), 403],
    [() => assign(ana, guide?.id ?? '', team.id), 403],
    [() => ana.api.teams.update({ params: { id: 'core' }, body: { name: 'x' } }), 403],
    [() => ana.api.teams.update({ params: { id: 'nothing' }, body: { name: 'x' } }), 404],
    [() => assign(ana, scout.id, denTeam.id), 404],
    [() => assign(ana, scout.id, 'nothing'), 404],
    [() => assign(ana, hermit.id, 'core'), 404],
    [() => assign(ana, bob.profile.id, 'core'), 404],
  ]
  for (const [index, [refused, status]] of refusals.entries()) {
    expect([index, (await refusalOf(refused())).status]).toEqual([index, status])
  }
  const wrong = [
    [{}, 422],
    [{ name: ' ' }, 422],
    [{ name: 'x'.repeat(TEAM_NAME_MAX_CHARS + 1) }, 422],
    [{ name: 'x', description: 'x'.repeat(TEAM_DESCRIPTION_MAX_CHARS + 1) }, 422],
    [{ name: 'x', color: 'mauve' }, 422],
    [{ name: 'x', description: `see ${secret}` }, 400],
  ] as const
  for (const [body, status] of wrong) expect([body, (await create(body)).status]).toEqual([body, status])
  expect((await create({ name: '' })).body).toMatchObject({ detail: [{ msg: 'Please enter a team name' }] })
  const edit = bob.api.teams.update({ params: { id: team.id }, body: { description: `see ${secret}` } })
  expect((await refusalOf(edit)).status).toBe(400)
  const byAgent = { token: scout.token, json: { name: 'x' } }
  expect((await call(server.url, 'POST', '/api/teams', byAgent)).status).toBe(403)
  expect((await ana.api.teams.list()).teams.at(-1)).toEqual({ ...team, agents: [] })

  // leaving the space ends even its creator's right to change the team
  await server.query('delete from members where account_id = $1 and space_id = $2', [bob.profile.id, spaceId])
  expect(
    (await refusalOf(bob.api.teams.update({ params: { id: team.id }, body: { name: 'x' } }))).status,
  ).toBe(404)
})

test('the number of teams in a space is limited, also for concurrent calls', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const bob = await server.signUp('bob')
  await bob.joins((await inviteTo(ana, spaceId)).invite_code)
  await server.query(
    `insert into teams (id, space_id, name, color, created_by, created_at)
     select gen_random_uuid(), $1, 'Team ' || n, 'red', $2, now() from generate_series(1, $3::int) n`,
    [spaceId, ana.profile.id, TEAMS_PER_SPACE - 1],
  )

  // lock the space's row, so that all of them wait for it
  const client = await server.services.database.connect()
  await client.query('begin')
  await client.query('select 1 from spaces where id = $1 for update', [spaceId])
  const creating = [ana, bob, ana].map((one, index) =>
    call(server.url, 'POST', '/api/teams', {
      token: one.token(),
      json: { name: `Late ${index}`, org_id: spaceId },
    }),
  )
  await eventually(
    () =>
      server.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      ),
    (waiting) => waiting.length === 3,
  )
  await client.query('commit')
  await client.end()
  const answers = await Promise.all(creating)

  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409'])
  expect((await ana.api.teams.list()).teams).toHaveLength(TEAMS_PER_SPACE + BUILT_IN_TEAMS.length)
})
