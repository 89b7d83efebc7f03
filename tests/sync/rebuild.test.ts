/** Events rebuild state: after an action's events, a browser's state equals what it would fetch. */
import { channelRoutes } from '@flockwork/contract/channels'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { loopRoutes } from '@flockwork/contract/loop-routes'
import type { Message } from '@flockwork/contract/messages'
import type { Input } from '@flockwork/contract/route'
import type { Task } from '@flockwork/contract/tasks'
import type { taskRoutes } from '@flockwork/contract/task-routes'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { test } from 'vitest'
import { stored, type TestAgent } from '../../apps/server/test/people.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { createClient } from '../../apps/server/test/client.ts'
import { withAcknowledged } from '../../apps/web/src/features/messages/index.ts'
import { openBrowser, openPolling, type Browser } from './browser.ts'
import { seeded } from './readers.ts'

type Action = (context: {
  said: readonly Message[]
  who: Browser
  /** The space's admin, with permissions that others don't have. */
  host: Browser
  helper: TestAgent
  key: string
  spaceId: string
}) => Promise<Message | null>

/** Every action on messages, deliveries, read positions, channels, tasks, agents and teams; add new ones here. */
const ACTIONS: Record<string, Action> = {
  'a message': async ({ who, key, spaceId }) =>
    stored(await who.person.api.messages.post({ key, body: { content: `hello #${key}`, org_id: spaceId } })),
  'a mention of all': async ({ who, key, spaceId }) =>
    stored(
      await who.person.api.messages.post({
        key,
        body: { content: '@ana @bob @cleo @helper @nobody', org_id: spaceId },
      }),
    ),
  'a message in a channel': async ({ who, key, spaceId }) =>
    stored(
      await who.person.api.messages.post({
        key,
        body: { content: 'in dev', channel: 'dev', org_id: spaceId },
      }),
    ),
  'a message whose author waits': async ({ who, key, spaceId }) =>
    stored(
      await who.person.api.messages.post({
        key,
        body: { content: 'anyone?', waiting_for_response: true, org_id: spaceId },
      }),
    ),
  'a reply to the first': async ({ said, who, key }) =>
    stored(
      await who.person.api.messages.reply({
        key,
        params: { id: said[0]?.id ?? '' },
        body: { content: 'first!' },
      }),
    ),
  'a reply to the last': async ({ said, who, key }) =>
    stored(
      await who.person.api.messages.reply({
        key,
        params: { id: said.at(-1)?.id ?? '' },
        body: { content: 'yes @ana' },
      }),
    ),
  'a response to one who waits': async ({ said, who, key }) => {
    const waiting = said.findLast(({ waiting_since }) => waiting_since !== null) ?? said.at(-1)
    const params = { id: waiting?.id ?? '' }
    return stored(await who.person.api.messages.respond({ key, params, body: { content: 'here' } }))
  },
  "an agent's message": async ({ helper, spaceId }) =>
    stored(await helper.api.messages.post({ body: { content: 'beep @bob', org_id: spaceId } })),
  "an agent's reply": async ({ said, helper }) =>
    stored(
      await helper.api.messages.reply({ params: { id: said.at(-1)?.id ?? '' }, body: { content: 'done' } }),
    ),
  // edits the actor's newest message; if that can't be edited any more, a new one
  'an edit': async ({ said, who, key, spaceId }) => {
    const id = await ownUnanswered(said, who, key, spaceId)
    await who.person.api.messages.edit({ params: { id }, body: { content: `better @cleo ${key}` } })
    return null
  },
  'an edit of the first, by whoever may': async ({ said, who }) => {
    const { id = '' } = said[0] ?? {}
    const edit = who.person.api.messages.edit({ params: { id }, body: { content: 'not allowed' } })
    await edit.catch(() => undefined)
    return null
  },
  'a deletion': async ({ who, key, spaceId }) => {
    const { id } = stored(
      await who.person.api.messages.post({ key, body: { content: `oops ${key}`, org_id: spaceId } }),
    )
    await who.person.api.messages.remove({ params: { id }, query: { permanent: false } })
    return null
  },
  'a deletion of what is answered': async ({ who, helper, key, spaceId }) => {
    const { id } = stored(
      await who.person.api.messages.post({ key, body: { content: `ask @helper ${key}`, org_id: spaceId } }),
    )
    await helper.api.messages.reply({ params: { id }, body: { content: 'an answer' } })
    await who.person.api.messages.remove({ params: { id }, query: { permanent: false } })
    return null
  },
  'a reaction': async ({ said, who }) => {
    await reacts(who, said.at(-1), '🔥', true)
    return null
  },
  'a reaction taken back, or given': async ({ said, who }) => {
    await reacts(who, said.at(-1), '🔥')
    return null
  },
  "an agent's reaction": async ({ said, helper }) => {
    const params = { id: said.at(-1)?.id ?? '' }
    await helper.api.call(reactionRoutes.react, { params, body: { emoji: '👍' } })
    return null
  },
  'a reply that is only a reaction': async ({ said, who, key }) => {
    const params = { id: said[0]?.id ?? '' }
    const answer = await who.person.api.messages.reply({ key, params, body: { content: '!rocket' } })
    return answer.message
  },
  'an agent at work: it reads a mention': async ({ who, helper, key, spaceId }) => {
    const body = { content: `@helper how many ${key}?`, org_id: spaceId }
    const mention = stored(await who.person.api.messages.post({ key, body }))
    await helper.api.messages.history({ query: { org_id: spaceId } })
    return mention
  },
  'an agent that answers the last': async ({ said, helper }) => {
    const params = { id: said.at(-1)?.id ?? '' }
    return stored(await helper.api.messages.reply({ params, body: { content: 'seven' } }))
  },
  'reading half of it': async ({ said, who, spaceId }) => {
    await readsUpTo(who, spaceId, said[Math.floor(said.length / 2)])
    return null
  },
  'reading all of it': async ({ said, who, spaceId }) => {
    await readsUpTo(who, spaceId, said.at(-1))
    return null
  },
  'marking the inbox': async ({ who, spaceId }) => {
    const { items } = await who.person.api.call(inboxRoutes.list, { query: { org_id: spaceId, limit: 5 } })
    if (items.length === 0) return null
    await who.person.api.call(inboxRoutes.read, { body: { ids: items.map(({ id }) => id) } })
    return null
  },
  'a channel that is made, used, renamed, archived and brought back': async ({ host, who, key, spaceId }) => {
    const name = `ch-${key}`
    const call = { query: { org_id: spaceId }, params: { name } }
    await who.person.api.call(channelRoutes.create, { query: call.query, body: { name } })
    const body = { content: 'in a new one', channel: name, org_id: spaceId }
    const message = stored(await who.person.api.messages.post({ key, body }))
    await host.person.api.call(channelRoutes.update, { ...call, body: { name: `${name}-2` } })
    const renamed = { ...call, params: { name: `${name}-2` } }
    for (const archived of [true, false]) {
      await host.person.api.call(channelRoutes.update, { ...renamed, body: { archived } })
    }
    return message
  },
  'an agent that comes, changes and goes': async ({ who, key, spaceId }) => {
    const { api, profile } = who.person
    const { agent } = await api.agents.register({
      body: { agent_name: `bot-${key}`, pinned_org_id: spaceId },
    })
    const params = { id: agent.id }
    await api.agents.update({ params, body: { bio: `made by ${key}`, visibility: 'private' } })
    await api.agents.update({ params, body: { org_id: profile.current_org_id } })
    await api.agents.update({ params, body: { pinned_org_id: null } })
    await api.agents.remove({ params })
    return null
  },
  'an agent that stays': async ({ who, key }) => {
    await who.person.api.agents.register({ body: { agent_name: `stays-${key}` } })
    return null
  },
  'agents that are held, and let go on or stopped': async ({ host, helper, key, spaceId }) => {
    const { api } = host.person
    const bound = (max_hops: number | null) =>
      api.spaces.update({ params: { id: spaceId }, body: { max_hops } })
    await bound(0)
    const say = async (content: string) =>
      stored(await helper.api.messages.post({ body: { content: `@chirpy ${content}`, org_id: spaceId } }))
    const message = await say(`first ${key}`)
    // in a stopped chain nothing is held
    if (message.hold?.state === 'held') {
      await say(`second ${key}`)
      const decision = key.endsWith('3') ? 'stop' : 'continue'
      await api.call(loopRoutes.decide, { params: { id: message.id }, body: { decision } })
    }
    await bound(null)
    return message
  },
  'a team that is made and changed': async ({ who, key, spaceId }) => {
    const { api } = who.person
    const team = await api.teams.create({ body: { name: `team ${key}`, org_id: spaceId } })
    await api.teams.update({ params: { id: team.id }, body: { description: 'for tests' } })
    return null
  },
  'a task': async ({ who, helper, key, spaceId }) => {
    const { id } = helper
    await createTask(who, spaceId, { title: `do ${key}`, agent_id: key.endsWith('1') ? id : null })
    return null
  },
  'a task made from the last message': async ({ said, who, key, spaceId }) => {
    await createTask(who, spaceId, { title: `made ${key}`, source_message_id: said.at(-1)?.id })
    return null
  },
  'a task that is claimed, worked on, noted and done': async ({ who, helper, key, spaceId }) => {
    const params = { id: (await createTask(who, spaceId, { title: `work ${key}` })).id }
    await helper.api.tasks.claim({ params })
    await helper.api.tasks.setStatus({ params, body: { status: 'in_progress' } })
    await helper.api.tasks.addNote({ params, body: { note: 'halfway', note_type: 'progress' } })
    await who.person.api.tasks.addNote({ params, body: { note: 'mine', visibility: 'private' } })
    await helper.api.tasks.setStatus({ params, body: { status: 'completed' } })
    return null
  },
  'a task that goes from hand to hand': async ({ who, host, helper, key, spaceId }) => {
    const user_id = host.person.profile.id
    const params = { id: (await createTask(who, spaceId, { title: `hands ${key}`, user_id })).id }
    await who.person.api.tasks.assign({ params, body: { agent_id: helper.id } })
    await helper.api.tasks.claim({ params })
    await helper.api.tasks.release({ params })
    await who.person.api.tasks.claim({ params })
    return null
  },
  'a task that is edited': async ({ who, key, spaceId }) => {
    const params = { id: (await createTask(who, spaceId, { title: `first ${key}` })).id }
    const body = { title: `second ${key}`, priority: 'critical', requirements: { skills: ['sql'] } }
    await who.person.api.tasks.update({ params, body })
    return null
  },
  'a task that is deleted with its conversation': async ({ who, helper, key, spaceId }) => {
    const task = await createTask(who, spaceId, { title: `gone ${key}`, agent_id: helper.id })
    const reply = { params: { id: task.message_id }, body: { content: 'why?' } }
    await helper.api.messages.reply(reply)
    await who.person.api.tasks.remove({ params: { id: task.id } })
    return null
  },
  'an idea that is approved': async ({ who, host, key, spaceId }) => {
    const { id } = await createTask(who, spaceId, { title: `idea ${key}`, type: 'idea' })
    await host.person.api.tasks.approve({ params: { id } })
    return null
  },
  'an agent that changes its team': async ({ host, helper, key, spaceId }) => {
    const { teams } = await host.person.api.teams.list({ query: { org_id: spaceId } })
    const team = teams[key.length % 2 === 0 ? 0 : teams.length - 1]
    const body = {
      team_id: team?.agents.includes('helper') === true ? null : (team?.id ?? ''),
      org_id: spaceId,
    }
    await host.person.api.teams.assign({ params: { id: helper.id }, body })
    return null
  },
}

type NewTask = Input<(typeof taskRoutes)['create']['body']>

function createTask({ person }: Browser, spaceId: string, task: NewTask): Promise<Task> {
  return person.api.tasks.create({ body: { ...task, org_id: spaceId } })
}

async function readsUpTo({ person }: Browser, spaceId: string, message: Message | undefined) {
  const body = { message_id: message?.id ?? '' }
  await person.api.call(inboxRoutes.seen, { params: { id: spaceId }, body })
}

async function reacts({ person }: Browser, message: Message | undefined, emoji: string, add?: boolean) {
  const params = { id: message?.id ?? '' }
  await person.api.call(reactionRoutes.react, { params, body: { emoji, add } })
}

/** The newest message of `who` without replies, or a new one. */
async function ownUnanswered(said: readonly Message[], who: Browser, key: string, spaceId: string) {
  const last = said.at(-1)
  if (last && last.author_id === who.person.profile.id && last.parent_id === null) return last.id
  const body = { content: `draft ${key}`, org_id: spaceId }
  return stored(await who.person.api.messages.post({ key, body })).id
}

/** Three browsers; with two servers, two of them read from and write to the second. */
async function threeBrowsers(servers: 1 | 2) {
  const server = await startServer()
  const twin = servers === 1 ? undefined : await server.startTwin()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const helper = await ana.registers('helper')
  const first = await ana.says('the very first')
  const otherTabs = [bob, cleo].map((person) =>
    twin === undefined
      ? person
      : { ...person, api: createClient({ baseUrl: twin.url, token: () => person.token() }) },
  )
  const [host, ...guests] = await Promise.all([
    openBrowser(server, ana, spaceId),
    ...otherTabs.map((person) => openBrowser(twin ?? server, person, spaceId)),
  ])
  if (host === undefined) throw new Error('Nobody is here')
  const browsers = [host, ...guests]
  const said: Message[] = [first]

  /** Performs the action, and applies the response as the calling browser does. */
  const act = async (name: string, who: Browser, key: string) => {
    const message = await ACTIONS[name]?.({ said, who, host, helper, key, spaceId })
    if (message === undefined) throw new Error(`There is no action ${name}`)
    if (message === null) return
    if (message.author_id === who.person.profile.id) who.feed = withAcknowledged(who.feed, key, message)
    said.push(message)
  }
  return {
    spaceId,
    browsers,
    act,
    async [Symbol.asyncDispose]() {
      for (const browser of browsers) await browser.cut()
      await twin?.[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test.for([1, 2] as const)(
  "after every action each browser's state equals what it would fetch (servers: %i)",
  async (servers) => {
    await using three = await threeBrowsers(servers)
    const { browsers, act } = three

    for (const [index, name] of Object.keys(ACTIONS).entries()) {
      const who = browsers[(index + 1) % browsers.length]
      if (who === undefined) throw new Error('Nobody is here')
      await act(name, who, `key-${index}`)
      for (const browser of browsers) await browser.expectRebuilt()
    }
  },
)

test.for([
  { seed: 1, servers: 1 },
  { seed: 2, servers: 2 },
  { seed: 16, servers: 1 },
] as const)(
  'random actions, with streams cut in between (servers: $servers, seed: $seed)',
  async ({ seed, servers }) => {
    await using three = await threeBrowsers(servers)
    const { browsers, act } = three
    const random = seeded(seed)
    const names = Object.keys(ACTIONS)
    const away = new Set<Browser>()

    for (let step = 0; step < 40; step++) {
      const who = browsers[random(browsers.length)]
      if (who === undefined) throw new Error('Nobody is here')
      const [name = ''] = names.slice(random(names.length))
      await act(name, who, `key-${step}`)

      // a poll for changes if the stream is cut, else the silent refetch
      if (random(3) === 0) await browsers[random(browsers.length)]?.poll(1 + random(20))
      const restless = browsers[random(browsers.length)]
      if (restless === undefined || random(3) > 0) continue
      if (away.delete(restless)) await restless.reconnect()
      else {
        away.add(restless)
        await restless.cut()
      }
    }
    for (const browser of away) await browser.reconnect()

    for (const browser of browsers) await browser.expectRebuilt()
  },
)

test.for([4])('a client that only polls, a few changes at a time, has the same state (%i)', async (seed) => {
  await using three = await threeBrowsers(1)
  const { browsers, act, spaceId } = three
  const random = seeded(seed)
  const names = Object.keys(ACTIONS)
  const [, who] = browsers
  if (who === undefined) throw new Error('Nobody is here')
  const polling = await openPolling(who.person, spaceId)

  for (let step = 0; step < 40; step++) {
    const actor = browsers[random(browsers.length)] ?? who
    const [name = ''] = names.slice(random(names.length))
    await act(name, actor, `key-${step}`)
    if (random(4) === 0) await polling.poll(1 + random(5))
  }

  await polling.poll(3)
  await polling.expectRebuilt()
})
