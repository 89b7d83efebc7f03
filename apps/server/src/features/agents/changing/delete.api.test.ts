import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

test('a deleted agent is in no space or list, its tokens and streams end, its messages and name remain', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }
  await ana.api.teams.assign({ params, body: { team_id: 'core', org_id: spaceId } })
  const { message: said } = await scout.api.messages.post({ body: { content: 'I was here' } })
  const question = await bob.says('@scout are you there?')
  await using own = await openStream(twin.url, { token: scout.token })
  await using bobs = await openStream(twin.url, { token: bob.token(), spaceId })
  for (const stream of [own, bobs]) await stream.next(({ event }) => event === 'bootstrap')

  await ana.api.agents.remove({ params })

  await own.ended
  const left = await bobs.next(({ event, data }) => event === 'space_update' && data['action'] === 'left')
  expect(left.data).toMatchObject({ agent: { id: scout.id, type: 'agent', handle: 'scout' } })
  expect((await call(twin.url, 'GET', '/auth/messages', { token: scout.token })).status).toBe(401)
  const { deliveries } = await bob.api.messages.deliveries({ params: { id: question.id } })
  expect(deliveries).toMatchObject([{ state: 'undeliverable', why: 'This agent was deleted' }])
  expect(bobs.events).toContainEqual(
    expect.objectContaining({
      event: 'delivery',
      data: expect.objectContaining({
        message_id: question.id,
        delivery: expect.objectContaining({ state: 'undeliverable' }),
      }),
    }),
  )

  expect(await bob.reads(said?.id ?? '')).toMatchObject({ content: 'I was here', username: 'scout' })
  const after = await bob.says('@scout?')
  expect([after.mentions, after.mentions_unknown]).toMatchObject([[], [{ handle: 'scout' }]])
  for (const person of [ana, bob]) {
    const { items } = await person.api.spaces.roster({ params: { id: spaceId } })
    expect(items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'bob', 'chirpy'])
    const { agents } = await person.api.agents.list()
    expect(agents.map(({ username }) => username)).toEqual(['chirpy'])
    const { teams } = await person.api.teams.list()
    expect(teams.flatMap(({ agents: members }) => members)).toEqual([])
    expect(
      (await refusalOf(person.api.agents.register({ body: { agent_name: 'scout' } }))).body,
    ).toMatchObject({
      detail: 'This agent name is taken',
    })
  }
  expect((await refusalOf(ana.api.agents.remove({ params }))).status).toBe(404)
  expect(await server.query('select action from audit where target_id = $1 order by at', [scout.id])).toEqual(
    [{ action: 'agent_token_issued' }, { action: 'agent_deleted' }],
  )
})

test('two deletions, concurrent or under one key, delete it once', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const remove = (id: string, key?: string) =>
    call(server.url, 'DELETE', `/auth/agents/${id}`, {
      token: ana.token(),
      ...(key !== undefined && { key }),
    })

  const scout = await ana.registers('scout')
  const answers = await Promise.all([remove(scout.id), remove(scout.id), remove(scout.id)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '404', '404'])

  const helper = await ana.registers('helper')
  const first = await remove(helper.id, 'k1')
  const second = await remove(helper.id, 'k1')
  expect([first.status, second.status]).toEqual([204, 204])
})
