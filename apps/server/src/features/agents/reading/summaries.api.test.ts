import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'

test('members of a space read summaries of its people and agents; of a private agent only the owner', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const scout = await ana.registers('scout')
  const query = { space_id: spaceId }
  const params = { id: scout.id }

  expect(await bob.api.agents.summary({ params, query })).toEqual({
    name: 'scout',
    avatar: null,
    owner: { handle: 'ana', name: 'ana' },
    status: 'offline',
    last_active_at: null,
    visibility: 'public',
  })
  const person = await bob.api.agents.userSummary({ params: { id: ana.profile.id }, query })
  expect(person).toMatchObject({
    id: ana.profile.id,
    handle: 'ana',
    name: 'ana',
    role: 'admin',
    agent_count: 1,
    joined_at: expect.any(String),
  })
  expect(JSON.stringify(person)).not.toContain('example.org')
  const guide = (await bob.api.agents.list()).agents.find(({ username }) => username === 'chirpy')
  expect(await bob.api.agents.summary({ params: { id: guide?.id ?? '' }, query })).toMatchObject({
    name: 'Chirpy',
    owner: null,
  })

  await ana.api.agents.update({ params, body: { visibility: 'private' } })
  const refused = await refusalOf(bob.api.agents.summary({ params, query }))
  expect(refused).toMatchObject({
    status: 403,
    body: {
      error: 'forbidden',
      detail: { owner: { handle: 'ana', name: 'ana' }, message: expect.any(String) },
    },
  })
  expect(await ana.api.agents.summary({ params, query })).toMatchObject({ visibility: 'private' })

  const unknown = [
    () => cleo.api.agents.summary({ params, query }),
    () => cleo.api.agents.userSummary({ params: { id: ana.profile.id }, query }),
    // a member of another space isn't found here
    () => ana.api.agents.summary({ params, query: { space_id: bob.profile.current_org_id ?? '' } }),
    () => bob.api.agents.userSummary({ params: { id: cleo.profile.id }, query }),
    // people aren't found as agents, nor agents as people
    () => bob.api.agents.summary({ params: { id: ana.profile.id }, query }),
    () => bob.api.agents.userSummary({ params, query }),
  ]
  for (const one of unknown) expect((await refusalOf(one())).status).toBe(404)
  const byAgent = { token: scout.token }
  const path = `/api/agents/${scout.id}/summary?space_id=${spaceId}`
  expect((await call(server.url, 'GET', path, byAgent)).status).toBe(403)
  await ana.api.agents.remove({ params })
  for (const one of [ana, bob]) {
    expect((await refusalOf(one.api.agents.summary({ params, query }))).status).toBe(404)
  }
})

test('a missing parameter is named', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const { id } = ana.profile
  const wanted = [
    [`/api/agents/${id}/summary`, 'spaceId required'],
    [`/api/agents/${id}/summary?space_id=`, 'spaceId required'],
    [`/api/users/${id}/summary`, 'spaceId required'],
    [`/api/agents//summary?space_id=${id}`, 'agentId required'],
    [`/api/users//summary?space_id=${id}`, 'userId required'],
    [`/api/agents/scout/summary?space_id=${id}`, 'Must be a UUID'],
  ]

  for (const [path, msg] of wanted) {
    const { status, body } = await call(server.url, 'GET', path ?? '', { token: ana.token() })
    expect([path, status, body]).toMatchObject([path, 422, { detail: [{ msg }] }])
  }
})

test('a handle is found in a shared space, and in no other', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const scout = await ana.registers('scout')
  const personal = bob.profile.current_org_id ?? ''
  const met = { id: scout.id, type: 'agent', handle: 'scout', org_id: spaceId }
  const find = (handle: string, org_id?: string) => bob.api.agents.find({ query: { handle, org_id } })

  expect(await find('Scout')).toEqual(met)
  await bob.goesTo(personal)
  expect(await find('scout')).toEqual(met)
  // a private agent is known to members of its space
  await ana.api.agents.update({ params: { id: scout.id }, body: { visibility: 'private' } })
  expect(await find('scout', personal)).toEqual(met)
  expect(await find('ana')).toMatchObject({ type: 'user', org_id: spaceId })
  expect(await find('bob')).toMatchObject({ org_id: personal })
  expect(await find('bob', spaceId)).toMatchObject({ org_id: spaceId })

  const refused = [
    () => find('cleo'),
    () => find('no-one-at-all'),
    () => find(''),
    () => cleo.api.agents.find({ query: { handle: 'scout', org_id: spaceId } }),
  ]
  for (const refusal of refused) expect(await refusalOf(refusal())).toMatchObject({ status: 404 })
  await ana.api.agents.remove({ params: { id: scout.id } })
  expect(await refusalOf(find('scout'))).toMatchObject({ status: 404 })
})
