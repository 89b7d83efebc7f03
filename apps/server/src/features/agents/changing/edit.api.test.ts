import { FOLLOW_PLACEHOLDER as PLACEHOLDER } from '@flockwork/contract/agents'
import { AGENT_BIO_MAX_CHARS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import type { TestAgent } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startServer } from '../../../../test/server.ts'
import { sharedSpace } from '../../../../test/spaces.ts'
import { openStream, type StreamEvent } from '../../../../test/stream.ts'

/** Ana shares a lab with Bob and has a den of her own; her agent is free. */
async function anaAndScout() {
  const server = await startServer()
  const twin = await server.startTwin()
  const { ana, bob, spaceId: lab } = await server.peopleInOneSpace('ana', 'bob')
  const den = await sharedSpace(ana, 'Den')
  const scout = await ana.registers('scout')
  const params = { id: scout.id }
  return {
    server,
    twin,
    ana,
    bob,
    lab,
    den,
    home: ana.profile.current_org_id ?? '',
    scout,
    update: (body: object) => ana.api.agents.update({ params, body }),
    /** The spaces that it is in, and its space for calls that name none. */
    async places() {
      const statuses = await Promise.all(
        [lab, den].map(async (id) => {
          const path = `/auth/messages?org_id=${id}`
          return (await call(twin.url, 'GET', path, { token: scout.token })).status
        }),
      )
      return { lab: statuses[0] === 200, den: statuses[1] === 200, acts: await actsIn(scout) }
    },
    async [Symbol.asyncDispose]() {
      await twin[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function actsIn({ api }: TestAgent): Promise<string | undefined> {
  const { message } = await api.messages.post({ body: { content: 'here' } })
  return message?.space_id
}

const isOfAgent = ({ event, data }: StreamEvent) => event === 'space_update' && data['agent'] !== undefined

test('every move of an agent takes effect at once, in memberships, streams and events', async () => {
  await using all = await anaAndScout()
  const { ana, bob, lab, den, home, scout, update, places, twin } = all
  await using labs = await openStream(twin.url, { token: bob.token(), spaceId: lab })
  await using scouts = await openStream(twin.url, { token: scout.token })
  await using scoutsInLab = await openStream(twin.url, { token: scout.token, spaceId: lab })
  for (const stream of [labs, scouts, scoutsInLab]) await stream.next(({ event }) => event === 'bootstrap')
  const nextAction = async () => (await labs.next(isOfAgent)).data['action']

  expect(await places()).toEqual({ lab: true, den: true, acts: lab })
  // moved, it is still free in every space
  expect(await update({ org_id: den })).toMatchObject({
    org_id: den,
    pinned_org_id: null,
    pinned_to_org: false,
    follow_user: false,
    space: { id: den, name: 'Den' },
  })
  expect(await places()).toEqual({ lab: true, den: true, acts: den })

  expect(await update({ pinned_org_id: den, org_id: den })).toMatchObject({
    org_id: den,
    pinned_org_id: den,
    pinned_to_org: true,
  })
  expect(await nextAction()).toBe('left')
  await scoutsInLab.ended
  expect(await places()).toEqual({ lab: false, den: true, acts: den })
  expect((await bob.says('@scout?')).mentions).toEqual([])
  expect(
    (await bob.api.spaces.roster({ params: { id: lab } })).items.map(({ handle }) => handle),
  ).not.toContain('scout')
  expect((await refusalOf(bob.api.agents.get({ params: { id: scout.id } }))).status).toBe(404)

  // its pin moves with it
  expect(await update({ org_id: lab })).toMatchObject({ pinned_org_id: lab, space: { id: lab } })
  expect(await nextAction()).toBe('joined')
  expect(await places()).toEqual({ lab: true, den: false, acts: lab })
  // its one stream followed
  const inLab = await ana.says('anyone?')
  await scouts.next(({ data }) => (data['message'] as { id?: string } | undefined)?.id === inLab.id)

  expect(await update({ pinned_org_id: PLACEHOLDER, org_id: PLACEHOLDER })).toMatchObject({
    org_id: PLACEHOLDER,
    pinned_org_id: PLACEHOLDER,
    pinned_to_org: false,
    follow_user: true,
    settings: { follow_user: true },
    space: { id: lab },
  })
  await ana.goesTo(den)
  expect(await nextAction()).toBe('left')
  expect(await places()).toEqual({ lab: false, den: true, acts: den })
  await ana.goesTo(lab)
  expect(await nextAction()).toBe('joined')
  await ana.goesTo(home)
  expect(await nextAction()).toBe('left')

  // freed, it stays where it was
  expect(await update({ pinned_org_id: null })).toMatchObject({
    org_id: home,
    pinned_org_id: null,
    follow_user: false,
    space: { id: home },
  })
  expect(await nextAction()).toBe('joined')
  expect(await places()).toEqual({ lab: true, den: true, acts: home })
  expect((await bob.says('@scout?')).mentions).toMatchObject([{ handle: 'scout' }])
  expect(scouts.events.length).toBeGreaterThan(1)
})

test('bio, visibility and badge can be changed separately, and others get the event', async () => {
  await using all = await anaAndScout()
  const { bob, lab, scout, update, twin } = all
  await using labs = await openStream(twin.url, { token: bob.token(), spaceId: lab })
  await labs.next(({ event }) => event === 'bootstrap')
  const seenByBob = () => bob.api.agents.get({ params: { id: scout.id } })

  expect(await update({ bio: '  Finds things.  ' })).toMatchObject({
    bio: 'Finds things.',
    description: 'Finds things.',
  })
  expect((await labs.next(isOfAgent)).data).toMatchObject({ action: 'updated', agent: { handle: 'scout' } })
  expect(await seenByBob()).toMatchObject({ bio: 'Finds things.', visibility: 'public' })
  await update({ settings: { emblem_theme: 'dawn', emblem_variant: 'two' } })
  expect(await update({ settings: { emblem_variant: null } })).toMatchObject({
    bio: 'Finds things.',
    settings: { follow_user: false, emblem_theme: 'dawn', emblem_variant: null, emblem_subtype: null },
  })

  await update({ visibility: 'private' })
  expect(await seenByBob()).toMatchObject({
    username: 'scout',
    owner_username: 'ana',
    visibility: 'private',
    bio: '',
    description: '',
    last_seen: null,
    posts_count: 0,
    roster_entry: null,
    space: null,
    control: { is_disabled: false },
  })
  // no field given: nothing changes, its space included
  expect(await update({ bio: null, org_id: null, settings: null, visibility: null })).toMatchObject({
    bio: 'Finds things.',
    visibility: 'private',
    org_id: lab,
  })
  expect(await update({ description: 'By another name.' })).toMatchObject({ bio: 'By another name.' })
  expect(await update({ bio: '' })).toMatchObject({ bio: '' })
})

test('an invalid change is refused as a whole, naming the field or the reason', async () => {
  await using all = await anaAndScout()
  const { server, ana, bob, lab, den, scout, update } = all
  const before = await update({ bio: 'as it was', pinned_org_id: lab })
  const secret = SECRET_SAMPLES[0]?.secret ?? ''
  const refusals = [
    { body: { bio: 'x'.repeat(AGENT_BIO_MAX_CHARS + 1) }, status: 422 },
    { body: { bio: `my token ${secret}`, org_id: den }, status: 400, error: 'guardrail_violation' },
    { body: { bio: 'fine', pinned_org_id: bob.profile.current_org_id }, status: 404 },
    { body: { bio: 'fine', org_id: scout.id }, status: 404 },
    { body: { bio: 'fine', org_id: den, pinned_org_id: lab }, status: 422 },
    { body: { bio: 'fine', org_id: PLACEHOLDER, pinned_org_id: null }, status: 422 },
    { body: { bio: 'fine', visibility: 'hidden' }, status: 422 },
    { body: { bio: 'fine', settings: { emblem_theme: 'x'.repeat(41) } }, status: 422 },
    { body: { bio: 'fine', org_id: 'lab' }, status: 422 },
  ]

  for (const { body, status, error } of refusals) {
    const refused = await refusalOf(update(body))
    expect([body, refused.status]).toEqual([body, status])
    if (error !== undefined) expect(refused.body).toMatchObject({ error })
    if (status === 422) expect(refused.body).toMatchObject({ detail: [{ loc: expect.any(Array) }] })
  }
  const after = await ana.api.agents.get({ params: { id: scout.id } })
  expect(after).toEqual({ ...before, last_seen: after.last_seen, status: after.status })
  const audited = await server.query('select action from audit where action like $1', ['agent%'])
  expect(audited).toEqual([{ action: 'agent_token_issued' }])
})

test("of a concurrent move of the agent and its owner's switch of space the later one wins", async () => {
  await using all = await anaAndScout()
  const { server, ana, scout, lab, den } = all
  const token = ana.token()
  const put = (json: object) => call(server.url, 'PUT', `/auth/agents/${scout.id}`, { token, json })
  const go = (id: string) =>
    call(all.twin.url, 'POST', '/api/organizations/switch', { token, json: { org_id: id } })

  for (let round = 0; round < 4; round++) {
    await put({ pinned_org_id: null })
    await go(lab)
    const answers = await Promise.all([put({ follow_user: true }), go(den)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const rows = await server.query('select space_id from members where account_id = $1', [scout.id])
    expect(rows).toEqual([{ space_id: den }])
  }
})

test("a free agent whose home its owner left gets the owner's current space; a pinned agent's old space is not found", async () => {
  await using all = await anaAndScout()
  const { server, ana, lab, den, scout, update } = all
  await update({ pinned_org_id: den })
  await server.query('delete from members where space_id = $1 and account_id = $2', [den, ana.profile.id])
  await ana.goesTo(ana.profile.current_org_id ?? '')

  const nowhere = await ana.api.agents.get({ params: { id: scout.id } })
  expect(nowhere).toMatchObject({ space: null, pinned_org_id: den, permissions: { can_message: false } })
  expect((await call(server.url, 'GET', '/auth/messages', { token: scout.token })).status).toBe(404)

  await update({ pinned_org_id: null })
  expect(await update({})).toMatchObject({ org_id: ana.spaceId(), space: { id: ana.spaceId() } })
  await update({ org_id: lab })
  await server.query('delete from members where space_id = $1 and account_id = $2', [lab, ana.profile.id])
  await ana.goesTo(ana.spaceId())
  expect(await actsIn(scout)).toBe(ana.spaceId())
})
