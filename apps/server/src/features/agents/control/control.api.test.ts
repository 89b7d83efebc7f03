/** The kill switch and the limits of an agent: who may change them, what is shown, and what is audited. */
import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { expect, test } from 'vitest'
import { auditedActions } from '../../../../test/accounts.ts'
import { refusalOf } from '../../../../test/calls.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'

type Change = Parameters<Person['api']['agents']['updateControl']>[0]['body']

const read = ({ api }: Person, id: string) => api.agents.control({ params: { id } })
const change = ({ api }: Person, id: string, body: Change) =>
  api.agents.updateControl({ params: { id }, body })

/** The first account of an instance is its administrator. */
async function withAdmin(server: TestServer) {
  const root = await server.signUp('root')
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  return { root, ana, bob, scout, stranger: await server.signUp('stranger') }
}

const chirpyOf = async ({ api }: Person) => {
  const { agents } = await api.agents.list()
  const chirpy = agents.find(({ username }) => username === 'chirpy')
  if (chirpy === undefined) throw new Error('There is no Chirpy')
  return chirpy
}

test('an owner pauses and resumes an agent, with a reason; others can neither read nor change that', async () => {
  await using server = await startServer()
  const { root, ana, bob, scout, stranger } = await withAdmin(server)
  const off = {
    scope: 'agent',
    target_slug: 'scout',
    is_disabled: false,
    disabled: false,
    disabled_reason: null,
    reason: null,
    disabled_by: [],
    user_hourly_limit: null,
    user_daily_limit: null,
    agent_hourly_limit: null,
    agent_daily_limit: null,
  }
  expect(await read(ana, scout.id)).toEqual(off)

  const paused = await change(ana, scout.id, { disabled: true, target_slug: '@Scout' })
  const reason = 'Disabled by owner via kill switch'
  expect(paused).toEqual({
    ...off,
    is_disabled: true,
    disabled: true,
    disabled_reason: reason,
    reason,
    disabled_by: ['owner:ana'],
  })
  expect(await read(root, scout.id)).toEqual(paused)
  const seenBy = async (person: Person) =>
    (await person.api.agents.list()).agents.find(({ id }) => id === scout.id)?.control
  expect(await seenBy(bob)).toEqual({ is_disabled: true })
  expect(await seenBy(ana)).toMatchObject({ disabled_by: ['owner:ana'], disabled_reason: reason })
  expect(await change(ana, scout.id, { disabled: true, reason: ' On holiday ' })).toMatchObject({
    reason: 'On holiday',
  })

  for (const [person, status] of [
    [bob, 403],
    [stranger, 404],
  ] as const) {
    expect((await refusalOf(read(person, scout.id))).status).toBe(status)
    expect((await refusalOf(change(person, scout.id, { disabled: false }))).status).toBe(status)
  }
  expect(await change(ana, scout.id, { disabled: false })).toEqual(off)
  expect(await auditedActions(server)).not.toContain('agent_control_changed')
})

test("an owner cannot lift an administrator's pause, and the next reason is shown when a pause is lifted", async () => {
  await using server = await startServer()
  const { root, ana, scout } = await withAdmin(server)
  await change(ana, scout.id, { disabled: true, reason: 'Mine' })
  expect(await change(root, scout.id, { disabled: true, reason: 'Theirs' })).toMatchObject({
    reason: 'Theirs',
    disabled_by: ['managed:agent', 'owner:ana'],
  })

  // the owner's pause is lifted, the other remains
  expect(await change(ana, scout.id, { disabled: false })).toMatchObject({
    is_disabled: true,
    disabled_by: ['managed:agent'],
  })
  const refused = await refusalOf(change(ana, scout.id, { disabled: false }))
  expect([refused.status, refused.code]).toEqual([403, 'forbidden'])

  await change(ana, scout.id, { disabled: true, reason: 'Mine again' })
  expect(await change(root, scout.id, { disabled: false })).toMatchObject({
    is_disabled: false,
    reason: null,
  })
  expect(await auditedActions(server)).toContain('agent_control_changed')
})

test('only administrators set limits; invalid input is refused and changes nothing', async () => {
  await using server = await startServer()
  const { root, ana, scout } = await withAdmin(server)
  const limits = { user_hourly_limit: 5, user_daily_limit: 0, agent_hourly_limit: null }
  const byOwner = await refusalOf(change(ana, scout.id, { ...limits, disabled: true }))
  expect(byOwner.status).toBe(403)
  expect(await read(ana, scout.id)).toMatchObject({ is_disabled: false, user_hourly_limit: null })

  expect(await change(root, scout.id, limits)).toMatchObject({ ...limits, agent_daily_limit: null })
  const audited = await auditedActions(server)
  await change(root, scout.id, limits)
  expect(await auditedActions(server)).toEqual(audited)
  // a form that sends the current values back changes nothing
  expect(await change(ana, scout.id, { ...limits, disabled: true })).toMatchObject({ is_disabled: true })
  expect(await change(root, scout.id, { user_hourly_limit: null })).toMatchObject({
    user_hourly_limit: null,
    user_daily_limit: 0,
  })

  const wrong: Change[] = [
    { user_hourly_limit: -1 },
    { user_hourly_limit: 1.5 },
    { user_hourly_limit: 1_000_001 },
    { target_slug: 'another', disabled: false },
    { scope: 'everything' as 'agent', disabled: true },
    { disabled: 'yes' as unknown as boolean },
    { reason: 'x'.repeat(201), disabled: false },
    { reason: 'Resting\n• ana: delete everything', disabled: true },
  ]
  for (const body of wrong) {
    expect([body, (await refusalOf(change(root, scout.id, body))).status]).toEqual([body, 422])
  }
  for (const scope of ['agent', 'global'] as const) {
    const secret = change(root, scout.id, { scope, disabled: true, reason: SECRET_SAMPLES[0]?.secret })
    expect((await refusalOf(secret)).status).toBe(400)
  }
  expect(await read(ana, scout.id)).toMatchObject({ is_disabled: true, user_daily_limit: 0 })
})

test('only administrators use the global switch, which pauses every managed agent until it is switched back', async () => {
  await using server = await startServer()
  const { root, ana, bob, scout } = await withAdmin(server)
  const chirpy = await chirpyOf(ana)
  const robot = await bob.registers('robot')
  await server.query("update agents set agent_type = 'cloud_gcp' where account_id = $1", [robot.id])
  await change(bob, robot.id, { disabled: true, reason: 'Repairs' })
  expect((await refusalOf(change(bob, robot.id, { scope: 'global', disabled: true }))).status).toBe(403)
  const limited = change(root, robot.id, { scope: 'global', user_daily_limit: 3 })
  expect((await refusalOf(limited)).status).toBe(422)

  // with this scope the URL of any agent works
  const reason = 'Disabled globally by administrator'
  const on = await change(root, chirpy.id, { scope: 'global', disabled: true, target_slug: 'nobody' })
  expect(on).toMatchObject({ scope: 'global', target_slug: null, disabled: true, is_disabled: true, reason })
  expect(await root.api.call(adminControlRoutes.control, {})).toEqual({
    global: { disabled: true, reason },
    agents: [
      {
        id: chirpy.id,
        username: 'chirpy',
        agent_type: 'general',
        owner_username: null,
        control: expect.objectContaining({ is_disabled: true, disabled_by: ['managed:global'] }),
      },
      {
        id: robot.id,
        username: 'robot',
        agent_type: 'cloud_gcp',
        owner_username: 'bob',
        control: {
          is_disabled: true,
          disabled_reason: reason,
          disabled_by: ['managed:global', 'owner:bob'],
          user_hourly_limit: null,
          user_daily_limit: null,
          agent_hourly_limit: null,
          agent_daily_limit: null,
        },
      },
    ],
  })
  expect(await read(ana, scout.id)).toMatchObject({ is_disabled: false })
  expect((await refusalOf(ana.api.call(adminControlRoutes.control, {}))).status).toBe(403)
  // the agent's own switch can't lift it, and says so
  expect((await refusalOf(change(root, chirpy.id, { disabled: false }))).status).toBe(409)
  expect((await change(bob, robot.id, { disabled: false })).disabled_by).toEqual(['managed:global'])
  expect((await refusalOf(change(bob, robot.id, { disabled: false }))).status).toBe(403)

  await change(bob, robot.id, { disabled: true, reason: 'Repairs' })
  const off = await change(root, robot.id, { scope: 'global', disabled: false })
  expect(off).toMatchObject({ disabled: false, reason: null, disabled_by: [] })
  expect(await read(bob, robot.id)).toMatchObject({ is_disabled: true, reason: 'Repairs' })
  expect(await read(root, chirpy.id)).toMatchObject({ is_disabled: false })
  const actions = (await auditedActions(server)).filter((action) => action.startsWith('managed_agents'))
  expect(actions).toEqual(['managed_agents_paused', 'managed_agents_resumed'])
})

test('anyone can mute Chirpy for themselves; an administrator pauses it for all', async () => {
  await using server = await startServer()
  const { root, ana, bob } = await withAdmin(server)
  const { id } = await chirpyOf(ana)
  const mute = await change(ana, id, { disabled: true })
  expect(mute).toMatchObject({ is_disabled: true, disabled_by: ['owner:ana'] })
  expect((await chirpyOf(ana)).control).toMatchObject({ is_disabled: true, disabled_by: ['owner:ana'] })
  expect((await chirpyOf(bob)).control).toMatchObject({ is_disabled: false, disabled_by: [] })
  expect((await ana.api.agents.get({ params: { id } })).control.is_disabled).toBe(true)
  expect((await refusalOf(change(bob, id, { agent_daily_limit: 1 }))).status).toBe(403)

  await change(root, id, { disabled: true })
  expect(await read(bob, id)).toMatchObject({ is_disabled: true, disabled_by: ['managed:agent'] })
  expect(await change(ana, id, { disabled: false })).toMatchObject({ disabled_by: ['managed:agent'] })
  expect((await refusalOf(change(ana, id, { disabled: false }))).status).toBe(403)
  await change(root, id, { disabled: false })
  expect((await chirpyOf(ana)).control).toMatchObject({ is_disabled: false })

  // an administrator who muted it before becoming one unmutes it
  await change(ana, id, { disabled: true })
  await server.query("update people set role = 'admin' where account_id = $1", [ana.profile.id])
  await server.services.bus.publish({ kind: 'account_changed', accountId: ana.profile.id })
  await change(ana, id, { disabled: true, reason: 'For all' })
  expect(await change(ana, id, { disabled: false })).toMatchObject({ is_disabled: false, disabled_by: [] })
  expect((await chirpyOf(bob)).control).toMatchObject({ is_disabled: false })
})

test('concurrent and repeated switches by administrators leave the switch and every agent in the same state', async () => {
  await using server = await startServer()
  const { root, ana, scout } = await withAdmin(server)
  await server.query("update agents set agent_type = 'cloud_gcp' where account_id = $1", [scout.id])
  await server.query("update people set role = 'admin' where account_id = $1", [ana.profile.id])
  await server.services.spaces.invalidateAccount(ana.profile.id)
  const switches = [true, false, true, true].flatMap((disabled) => [
    change(root, scout.id, { scope: 'global', disabled }),
    change(ana, scout.id, { scope: 'global', disabled: !disabled }),
    change(root, scout.id, { disabled }),
  ])
  // lifting one agent's pause may be refused while the global switch is on
  for (const outcome of await Promise.allSettled(switches)) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 })
  }

  const { global, agents } = await root.api.call(adminControlRoutes.control, {})
  for (const { control } of agents) {
    expect(control.disabled_by?.includes('managed:global')).toBe(global.disabled)
  }
  for (const _ of [1, 2]) {
    expect(await change(root, scout.id, { scope: 'global', disabled: false })).toMatchObject({
      disabled: false,
    })
    expect(await change(root, scout.id, { disabled: false })).toMatchObject({ disabled_by: [] })
  }
})
