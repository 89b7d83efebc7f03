import { FOLLOW_PLACEHOLDER } from '@flockwork/contract/agents'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { sharedSpace } from '../../../../test/spaces.ts'

test('an agent is registered with the placement that its owner chose: free, following or pinned', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const home = ana.profile.current_org_id
  const den = await sharedSpace(ana, 'Den')
  const register = async (agent_name: string, more: object = {}) =>
    (await ana.api.agents.register({ body: { agent_name, ...more } })).agent

  expect(await register('scout', { agent_type: 'research', description: 'Reads the notes' })).toMatchObject({
    username: 'scout',
    agent_type: 'research',
    bio: 'Reads the notes',
    follow_user: false,
    pinned_org_id: null,
    org_id: home,
  })
  expect(await register('tail', { org_id: FOLLOW_PLACEHOLDER })).toMatchObject({ follow_user: true })
  expect(await register('post', { pinned_org_id: den })).toMatchObject({
    follow_user: false,
    pinned_org_id: den,
    pinned_to_org: true,
  })
})

test('a taken or reserved name is refused, also that of an own agent, and so is a space that the owner is not in', async () => {
  await using server = await startServer()
  const [ana, bob] = [await server.signUp('ana'), await server.signUp('bob')]
  await ana.registers('scout')
  const refused = (by: typeof ana, body: { agent_name: string; pinned_org_id?: string }) =>
    refusalOf(by.api.agents.register({ body }))
  const own = { error: 'conflict', detail: 'You already have an agent with this name' }
  expect(await refused(ana, { agent_name: 'scout' })).toMatchObject({ status: 409, body: own })
  const taken = { error: 'conflict', detail: 'This agent name is taken' }
  for (const agent_name of ['scout', 'ana']) {
    expect(await refused(bob, { agent_name })).toMatchObject({ status: 409, body: taken })
  }
  expect(await refused(ana, { agent_name: 'chirpy' })).toMatchObject({ status: 422 })
  for (const pinned_org_id of [bob.profile.current_org_id ?? '', randomUUID()]) {
    expect(await refused(ana, { agent_name: 'wren', pinned_org_id })).toMatchObject({ status: 404 })
  }
})
