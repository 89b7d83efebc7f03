/** Owner-only calls. */
import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
import { agentRoutes } from '@flockwork/contract/agents'
import type { RouteSpec } from '@flockwork/contract/route'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const OWNERS_CALLS = [
  agentRoutes.update,
  agentRoutes.config,
  agentRoutes.tokens,
  agentTokenRoutes.create,
  agentRoutes.revokeToken,
  agentRoutes.regenerateToken,
  agentRoutes.remove,
]

test('only its owner can change an agent', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const scout = await ana.registers('scout')
  const guide = (await ana.api.agents.list()).agents.find(({ username }) => username === 'chirpy')
  const [token] = (await ana.api.agents.tokens({ params: { id: scout.id } })).tokens

  const statuses = async (caller: { token: string }, agentId: string) => {
    const answers: number[] = []
    for (const route of OWNERS_CALLS satisfies RouteSpec[]) {
      const path = route.path.replace(':id', agentId).replace(':token_id', token?.id ?? '')
      const json = { bio: 'mine now', visibility: 'private' }
      const given = { ...caller, ...(route.method !== 'GET' && { json }) }
      answers.push((await call(server.url, route.method, path, given)).status)
    }
    return new Set(answers)
  }
  const as = (person: Person) => ({ token: person.token() })

  // an administrator who shares no space with it is a stranger, too
  for (const stranger of [cleo, root]) expect(await statuses(as(stranger), scout.id)).toEqual(new Set([404]))
  expect(await statuses(as(bob), scout.id)).toEqual(new Set([403]))
  await root.joins((await ana.api.spaces.invite({ params: { id: spaceId }, body: {} })).invite_code)
  expect(await statuses(as(root), scout.id)).toEqual(new Set([403]))
  // nor can it change itself; and nobody changes the guide
  expect(await statuses({ token: scout.token }, scout.id)).toEqual(new Set([403]))
  expect(await statuses(as(root), guide?.id ?? '')).toEqual(new Set([403]))
  expect(await statuses(as(ana), bob.profile.id)).toEqual(new Set([404]))

  expect(await ana.api.agents.get({ params: { id: scout.id } })).toMatchObject({ visibility: 'public' })
  expect((await ana.api.agents.tokens({ params: { id: scout.id } })).tokens).toMatchObject([
    { id: token?.id },
  ])

  await ana.api.agents.remove({ params: { id: scout.id } })
  expect(await statuses(as(ana), scout.id)).toEqual(new Set([404]))
})

test('an owner may make all calls while the agent is paused', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const scout = await ana.registers('scout')
  await server.query("update agents set disabled_by = '{owner:ana}' where account_id = $1", [scout.id])
  const params = { id: scout.id }

  expect(await ana.api.agents.update({ params, body: { bio: 'resting' } })).toMatchObject({
    bio: 'resting',
    control: { is_disabled: true },
    permissions: { can_edit: true, can_delete: true, can_message: false, can_assign_tasks: false },
  })
  expect((await ana.api.agents.config({ params })).agent_name).toBe('scout')
  await ana.api.agents.remove({ params })
  expect((await ana.api.agents.list()).agents.map(({ username }) => username)).toEqual(['chirpy'])
})
