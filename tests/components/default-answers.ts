/** Responses from a `World` to the calls of screens that open. A test answers the calls of its user's actions. */
import { accountRoutes } from '@flockwork/contract/account'
import { webhookRoutes } from '@flockwork/contract/webhooks'
import { connectionRoutes, type Connection } from '@flockwork/contract/agent-connection'
import { adminActivityRoutes } from '@flockwork/contract/admin/activity'
import { adminAgentRoutes } from '@flockwork/contract/admin/agents'
import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { adminManagedRoutes } from '@flockwork/contract/admin/managed'
import { adminModelUseRoutes } from '@flockwork/contract/admin/model-use'
import { adminHealthRoutes } from '@flockwork/contract/admin/health'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { reportRoutes } from '@flockwork/contract/reports'
import { agentRoutes } from '@flockwork/contract/agents'
import { authRoutes, type Profile } from '@flockwork/contract/auth'
import { catchUpRoutes } from '@flockwork/contract/catch-up'
import { channelRoutes } from '@flockwork/contract/channels'
import type { EventName } from '@flockwork/contract/events'
import { importRoutes } from '@flockwork/contract/imports'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { TRENDING_SHOWN } from '@flockwork/contract/limits'
import { loopRoutes } from '@flockwork/contract/loop-routes'
import { messageRoutes, type Message } from '@flockwork/contract/messages'
import { oauthRoutes } from '@flockwork/contract/oauth'
import { isUnread } from '@flockwork/contract/policy/deliveries'
import { searchRoutes } from '@flockwork/contract/search'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import type { Space } from '@flockwork/contract/spaces'
import type { Task } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { fitsFilter } from '@flockwork/contract/tasks/filter'
import { teamRoutes } from '@flockwork/contract/teams'
import { testToken } from '../../apps/web/src/api/session/test-token.ts'
import { refusal, type FakeServer } from './fake-server.ts'
import { nothingMissed } from './catch-up-answers.ts'
import { foundIn, historyOf, newestPosts, postsOf, topicsOf } from './posts.ts'
import { inOrder, overviewOf } from './task-answers.ts'
import { ago, message, newId, personalSpace, reply, rosterItem, type World } from './world.ts'

const HOUR_S = 3600

export const NOT_CONNECTED: Connection = {
  last_handshake_at: null,
  last_active_at: null,
  waiting: 0,
  handed_over: [],
  first_message: null,
  client: null,
  protocol: null,
  last_error: null,
  failed_step: null,
}

const BOUNDS = { max_hops: 6, max_chain: 60 }

export function answerFromWorld(server: FakeServer, world: World): void {
  server.answer(authRoutes.providers, () => world.providers)
  server.answer(authRoutes.refresh, () => (world.me ? sessionOf(world) : refusal(401, 'unauthorized')))
  server.answer(authRoutes.me, () => world.me ?? refusal(401, 'unauthorized'))
  server.answer(authRoutes.login, ({ body }) => {
    const account = world.accounts.find(({ username, email }) => [username, email].includes(body.email))
    if (account === undefined) return refusal(401, 'unauthorized', 'Wrong username or password')
    enterAs(world, account)
    return sessionOf(world)
  })
  server.answer(authRoutes.logout, () => {
    world.me = null
    return undefined
  })
  server.answer(loopRoutes.bounds, () => ({
    ...BOUNDS,
    own: { max_hops: null, max_chain: null },
    instance: BOUNDS,
  }))
  server.answer(accountRoutes.devices, () => ({ devices: [] }))
  server.answer(accountRoutes.notices, () => ({ notices: [] }))
  server.answer(oauthRoutes.connectedApps, () => ({ apps: [] }))

  server.answer(catchUpRoutes.get, () => nothingMissed())
  server.answer(importRoutes.list, () => ({ imports: [] }))
  server.answer(spaceRoutes.list, () => ({ organizations: world.spaces.map((one) => counted(world, one)) }))
  server.answer(spaceRoutes.listPublic, () => ({ organizations: [] }))
  server.answer(spaceRoutes.stats, () => ({
    is_admin: false,
    unlimited: false,
    limits: { private: 5, invite_only: 5, public: 5 },
    used: { private: 0, invite_only: 0, public: 0 },
    remaining: { private: 5, invite_only: 5, public: 5 },
  }))
  server.answer(spaceRoutes.roster, ({ query: { limit, offset } }) => ({
    items: world.roster.slice(offset, offset + limit),
    total: world.roster.length,
    limit,
    offset,
  }))
  server.answer(spaceRoutes.members, () => {
    const people = world.roster.filter(({ type }) => type === 'user')
    const members = people.map(({ id, handle, display_name }) => ({
      user_id: id,
      username: handle,
      full_name: display_name,
      role: id === world.me?.id ? ('admin' as const) : ('member' as const),
      joined_at: ago(),
      agent_count: 0,
    }))
    return { total_members: members.length, members, next_cursor: null }
  })

  server.answer(reportRoutes.counts, () => ({ counts: [] }))
  server.answer(adminHealthRoutes.health, () => ({
    health_status: 'healthy' as const,
    issues_count: 0,
    summary: 'Everything fits together',
    issues: [],
    total_organizations: 1,
    total_members: 1,
    users_without_orgs: 0,
    users_invalid_orgs: 0,
  }))
  server.answer(adminPeopleRoutes.users, ({ query: { limit, offset } }) => ({
    users: [],
    total: 0,
    limit,
    offset,
  }))
  server.answer(adminPeopleRoutes.stats, () => ({
    total_users: 1,
    active_users: 1,
    total_agents: 0,
    active_agents: 0,
    recent_signups: 1,
    guardrail_violations: 0,
  }))
  server.answer(adminActivityRoutes.list, () => ({ activities: [], total: 0 }))
  // shown below every tab of the administration
  server.answer(adminControlRoutes.control, () => ({ global: { disabled: false, reason: null }, agents: [] }))
  server.answer(adminManagedRoutes.list, () => ({ agents: [], default_model: null }))
  server.answer(adminModelUseRoutes.read, () => ({ agents: [], unknown: 0 }))
  server.answer(adminControlRoutes.gateway, () => ({
    configured: false,
    provider: null,
    model: null,
    healthy: null,
    latency_ms: null,
  }))
  server.answer(adminAgentRoutes.list, ({ query: { limit, offset } }) => ({
    agents: [],
    total: 0,
    limit,
    offset,
  }))
  server.answer(agentRoutes.list, () => ({ agents: world.agents }))
  server.answer(agentRoutes.tokens, () => ({ tokens: [] }))
  server.answer(connectionRoutes.connection, () => NOT_CONNECTED)
  server.answer(webhookRoutes.get, () => ({ webhook: null }))
  server.answer(teamRoutes.list, () => ({ teams: world.teams }))
  server.answer(channelRoutes.list, () => ({
    channels: world.channels.filter(({ archived }) => !archived).map(({ name }) => name),
    details: world.channels,
  }))
  server.answer(taskRoutes.named, ({ query: { ref } }) => ({
    tasks: world.tasks.filter(({ id, display_id }) => ref.includes(id) || ref.includes(display_id)),
  }))
  server.answer(taskRoutes.list, ({ query }) => {
    const { limit, offset, search = '', skill = null, group = null, assigned_to: assignee } = query
    const assignedTo = assignee === 'me' ? (world.me?.username ?? null) : (assignee ?? null)
    const filter = { ...query, assignedTo, skill, group }
    const found = world.tasks.filter((one) => fitsFilter(one, filter, Date.now()) && hasWords(one, search))
    const tasks = inOrder(found, query.sort)
    return { tasks: tasks.slice(offset, offset + limit), total: tasks.length, limit, offset }
  })
  server.answer(taskRoutes.notes, () => ({ notes: [], next_cursor: null }))
  server.answer(taskRoutes.overview, () => overviewOf(world))
  server.answer(
    taskRoutes.get,
    ({ params }) =>
      world.tasks.find(({ id }) => id === params.id) ?? refusal(404, 'not_found', 'Task not found'),
  )
  server.answer(inboxRoutes.list, ({ query: { state, limit, before } }) => {
    const unread = world.inbox.filter(isUnread)
    const items = state === 'unread' ? unread : world.inbox
    const from = Number(before ?? 0)
    const to = from + limit
    return {
      items: items.slice(from, to),
      unread: unread.length,
      next_cursor: to < items.length ? String(to) : null,
    }
  })
  server.answer(inboxRoutes.read, ({ body: { ids } }) => {
    for (const item of world.inbox) if (ids.includes(item.id)) item.state = 'seen'
    return { unread: world.inbox.filter(isUnread).length }
  })
  server.answer(inboxRoutes.seen, ({ params, body }) => {
    const upTo = world.posts.find(({ id }) => id === body.message_id)?.seq ?? 0
    for (const item of world.inbox) {
      if (item.space_id === params.id && item.message && item.message.seq <= upTo) item.state = 'seen'
    }
    return { last_seen_message_id: body.message_id, unread: world.inbox.filter(isUnread).length }
  })
  server.answer(searchRoutes.trending, () => ({
    success: true,
    trending_topics: topicsOf(postsOf(world))
      .filter(({ count }) => count > 1)
      .slice(0, TRENDING_SHOWN),
    source: 'server' as const,
    error: null,
  }))
  server.answer(searchRoutes.search, ({ body }) => foundIn(world, body))

  server.answer(messageRoutes.history, ({ query }) => historyOf(world, query))
  server.answer(messageRoutes.get, ({ params }) => {
    const found = postsOf(world).find(({ id }) => id === params.id)
    return found ? { message: found } : refusal(404, 'not_found', 'Message not found')
  })
  server.answer(messageRoutes.thread, ({ params }) => {
    const posts = postsOf(world)
    const asked = posts.find(({ id }) => id === params.id)
    const root = posts.find(({ id }) => id === (asked?.thread_root_id ?? params.id))
    if (!root) return refusal(404, 'not_found', 'Message not found')
    return { root, messages: posts.filter((post) => post.thread_root_id === root.id), next_cursor: null }
  })
  server.answer(messageRoutes.post, ({ body, key }) => {
    if (world.me === null) return refusal(401, 'unauthorized')
    const posted = message(world.me, body.content, {
      channel: body.channel ?? 'main',
      space_id: body.org_id ?? world.me.current_org_id ?? '',
      uploaded_at: ago(),
    })
    return publish(posted, key)
  })
  for (const route of [messageRoutes.reply, messageRoutes.respond]) {
    server.answer(route, ({ params, body, key }) => {
      const parent = world.posts.find(({ id }) => id === params.id)
      if (world.me === null || !parent) return refusal(404, 'not_found', 'Message not found')
      return publish(reply(world.me, parent, body.content, { uploaded_at: ago() }), key)
    })
  }

  function publish(posted: Message, key: string | null) {
    const stored = { ...posted, space_id: posted.space_id || (world.me?.current_org_id ?? '') }
    world.posts.push(stored)
    const { space_id, uploaded_at: at, seq } = stored
    const event = { space_id, at, action: 'created' as const, message: stored }
    server.emit('message', key === null ? event : { ...event, client_id: key }, seq)
    return { message: stored }
  }
}

/** The first events of each stream. */
export function openingEvents(world: World): readonly [EventName, unknown, number?][] {
  const spaceId = world.me?.current_org_id ?? null
  if (world.me === null || spaceId === null) return []
  const posts = newestPosts(world)
  const newest = posts.at(-1)?.seq ?? 0
  return [
    ['identity_bootstrap', { user: world.me, org_id: spaceId, server_time: ago() }],
    ['bootstrap', { space_id: spaceId, at: ago(), posts, org_id: spaceId }, newest],
  ]
}

/** The response to signing in. `behindMs`: how far the server's clock is behind this device's. */
export function sessionOf({ me }: World, behindMs = 0) {
  if (me === null) throw new Error('Nobody is signed in')
  return {
    access_token: tokenOf(me, me.current_org_id, behindMs),
    token_type: 'bearer' as const,
    expires_in: HOUR_S,
    user: me,
  }
}

/** The space with the messages that arrived after its `mine` was counted. */
function counted({ me, posts }: World, one: Space): Space {
  const { mine, id } = one
  if (!mine || id !== me?.current_org_id) return one
  const since = posts.filter(({ seq }) => seq > mine.as_of)
  const unread = since.filter(
    ({ author_id, is_task, deleted_at }) => author_id !== me.id && !is_task && deleted_at === null,
  )
  return {
    ...one,
    mine: {
      ...mine,
      unread: mine.unread + unread.length,
      as_of: Math.max(mine.as_of, ...since.map(({ seq }) => seq)),
    },
  }
}

/** Makes the session one of this account, in its personal space. */
function enterAs(world: World, account: Profile): void {
  const personal = personalSpace(account)
  world.me = { ...account, current_org_id: personal.id }
  world.spaces = [personal]
  world.roster = [world.me, ...world.agents].map((one) => rosterItem(one, personal.id))
}

/** The response to switching to or joining `space`, which becomes the world's current space. */
export function switchedTo(world: World, space: Space) {
  if (world.me === null) throw new Error('Nobody is signed in')
  world.me = { ...world.me, current_org_id: space.id }
  return {
    new_token: tokenOf(world.me, space.id),
    org_id: space.id,
    org_name: space.name,
    organization: space,
    available_agents: [],
  }
}

function tokenOf({ id }: { id: string }, spaceId: string | null, behindMs = 0): string {
  const iat = Math.floor((Date.now() - behindMs) / 1000)
  return testToken({ sub: id, sid: 'session', jti: newId(), org_id: spaceId, iat, exp: iat + HOUR_S })
}

/** Whether a task matches by its name, or by all words in its title and description; the last may be a prefix. */
function hasWords({ display_id, title, description }: Task, search: string): boolean {
  if (display_id.toLowerCase() === search.toLowerCase()) return true
  const words = `${title} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}
