/** A browser that updates a space's state only by events, as the web app does. */
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import { expect } from 'vitest'
import { eventually } from '../../apps/server/test/calls.ts'
import type { Person } from '../../apps/server/test/people.ts'
import type { TestServer } from '../../apps/server/test/server.ts'
import { openStream, type TestStream } from '../../apps/server/test/stream.ts'
import { eventTable, type ClientState } from '../../apps/web/src/app/live/event-table.ts'
import {
  EMPTY_FEED,
  orderedMessages,
  isPartialEvent,
  withChanges,
  withNewestPage,
  type FeedState,
} from '../../apps/web/src/features/messages/index.ts'
import { createUnreadStore } from '../../apps/web/src/features/spaces/index.ts'
import {
  listName,
  parseListName,
  withTask,
  withoutTask,
  type TaskPage,
  type TaskQuery,
} from '../../apps/web/src/features/tasks/index.ts'
import { applyEvent, dataOf, type LiveEvent } from '../../apps/web/src/realtime/apply-event.ts'

export interface Browser {
  readonly person: Person
  feed: FeedState
  /** Disconnects its stream; events until then are applied. */
  cut(): Promise<void>
  /** Resumes from its cursor. */
  reconnect(): Promise<void>
  /** Polls for changes, with or without a stream; one page of this size. */
  poll(limit: number): Promise<void>
  /** Waits until the state equals what would be fetched, and shows the difference if it never does. */
  expectRebuilt(): Promise<void>
}

/** One kind of data: the app's state, and what it would fetch now. */
interface Part {
  readonly fetch: () => Promise<unknown>
  readonly own: () => unknown
}

const ALL = { limit: 100 }

const REBUILT_WITHIN_MS = 60_000

/** Lists of tasks as the screen fetches them. */
const TASK_LISTS: readonly (TaskQuery & { readonly server: object })[] = [
  { limit: 500, server: {} },
  { limit: 500, status: ['available'], server: { status: 'available' } },
  { limit: 500, assignedTo: 'me', server: { assigned_to: 'me' } },
  {
    limit: 500,
    group: 'high_priority',
    sort: 'priority',
    server: { group: 'high_priority', sort: 'priority' },
  },
]

const tasksOf = ({ api }: Person, spaceId: string): Promise<TaskPage[]> =>
  Promise.all(
    TASK_LISTS.map(({ limit, server }) => api.tasks.list({ query: { org_id: spaceId, limit, ...server } })),
  )

/** Mention events in addition to the message's: one for each mentioned account. */
const mentionsOf = async ({ api }: Person, spaceId: string): Promise<string[]> => {
  const { items } = await api.call(inboxRoutes.list, { query: { org_id: spaceId, ...ALL } })
  return items.flatMap(({ reason, message }) => (reason === 'mention' && message ? [message.id] : []))
}

const spacesOf = async ({ api }: Person, spaceId: string) =>
  (await api.spaces.list()).organizations.filter(({ id }) => id === spaceId)

/** Members and teams: the app refetches them whenever an event reports a change. */
const companyOf = async ({ api }: Person, spaceId: string) => {
  const [{ items }, { agents }, { teams }] = await Promise.all([
    api.spaces.roster({ params: { id: spaceId } }),
    api.agents.list({ query: { org_id: spaceId } }),
    api.teams.list({ query: { org_id: spaceId } }),
  ])
  return {
    // ordered by activity there, which events report separately
    roster: items
      .toSorted((one, other) => (one.handle < other.handle ? -1 : 1))
      .map(({ handle, team_id, team_name }) => [handle, team_id, team_name]),
    agents: agents.map(({ username, bio, visibility, space }) => [username, bio, visibility, space?.id]),
    teams,
  }
}

/** @param server whose stream it reads */
export async function openBrowser(server: TestServer, person: Person, spaceId: string): Promise<Browser> {
  const firstPage = await person.api.messages.history({ query: { org_id: spaceId } })
  let state: ClientState = {
    feed: withNewestPage({ ...EMPTY_FEED, viewerId: person.profile.id }, firstPage, 0),
    spaces: [],
    roster: [],
    agents: [],
  }
  const unread = createUnreadStore()
  unread.open(spaceId, person.profile.id)
  let mentions: string[] = []
  let company: Awaited<ReturnType<typeof companyOf>> | undefined
  let isCompanyStale = false
  let tasks: readonly TaskPage[] = []
  let stream: TestStream | undefined
  let taken = 0
  /** An event reported changed posts without their content: the app refetches. */
  let mustRefetch = false

  function catchUp(): void {
    const fresh = stream?.events.slice(taken) ?? []
    taken += fresh.length
    for (const { id, event: name, data } of fresh) {
      const live: LiveEvent = { id: id === undefined ? null : Number(id), name, data }
      if (name === 'mention') mentions.push((data['message'] as Message).id)
      state = applyEvent(eventTable, state, live)
      unread.onEvents([live])
      mustRefetch ||= isPartialEvent(live)
      isCompanyStale ||= name === 'space_update'
      tasks = tasks.map((page, nth) => taskPageAfter(page, TASK_LISTS[nth] ?? { limit: 500 }, live))
    }
  }

  function taskPageAfter(page: TaskPage, query: TaskQuery, event: LiveEvent): TaskPage {
    const update = dataOf(event, 'task_update')
    if (update === undefined) return page
    if (update.action === 'deleted') return withoutTask(page, update.task.id)
    const viewpoint = { handle: person.username, now: Date.now() }
    return withTask(page, parseListName(listName(query)), update.task, viewpoint)
  }

  /** After a stream's bootstrap: changes before it came without events. */
  async function fetchRest(): Promise<void> {
    unread.onAnswer(await spacesOf(person, spaceId))
    mentions = await mentionsOf(person, spaceId)
    company = await companyOf(person, spaceId)
    tasks = await tasksOf(person, spaceId)
  }

  async function poll(limit: number): Promise<void> {
    const { cursor, newestSeq, appliedSeq } = state.feed
    if (cursor === null) return
    mustRefetch = false
    const query = { org_id: spaceId, since: cursor, limit }
    const changes = await person.api.messages.history({ query })
    catchUp()
    state = { ...state, feed: withChanges(state.feed, changes, Math.max(appliedSeq, newestSeq)) }
    mustRefetch ||= changes.has_more
  }

  const parts: Record<string, Part> = {
    messages: {
      fetch: async () => {
        const { posts } = await person.api.messages.history({ query: { org_id: spaceId, ...ALL } })
        return comparable(posts, person)
      },
      own: async () => {
        if (mustRefetch) await poll(ALL.limit)
        return comparable(orderedMessages(state.feed).slice(-ALL.limit), person)
      },
    },
    mentions: {
      fetch: async () => (await mentionsOf(person, spaceId)).toSorted(),
      own: () => mentions.toSorted(),
    },
    working: {
      fetch: () => workingNow(server, spaceId),
      own: () => state.feed.working.map(({ agentId, messageId }) => `${agentId} ${messageId}`).toSorted(),
    },
    unread: {
      fetch: async () => (await spacesOf(person, spaceId))[0]?.mine?.unread,
      own: () => unread.view()?.unread,
    },
    company: {
      fetch: () => companyOf(person, spaceId),
      own: async () => {
        if (isCompanyStale) {
          isCompanyStale = false
          company = await companyOf(person, spaceId)
        }
        return company
      },
    },
    tasks: { fetch: () => tasksOf(person, spaceId), own: () => tasks },
  }

  const browser: Browser = {
    person,
    get feed() {
      return state.feed
    },
    set feed(feed) {
      state = { ...state, feed }
    },
    async cut() {
      await stream?.[Symbol.asyncDispose]()
      catchUp()
      stream = undefined
    },
    async reconnect() {
      taken = 0
      const { appliedSeq } = state.feed
      stream = await openStream(server.url, {
        token: person.token(),
        spaceId,
        ...(appliedSeq > 0 && { lastEventId: String(appliedSeq) }),
      })
      if (appliedSeq > 0) return
      await stream.next(({ event }) => event === 'bootstrap')
      catchUp()
      await fetchRest()
    },
    poll,
    async expectRebuilt() {
      for (const [name, { fetch, own }] of Object.entries(parts)) {
        const compare = async () => {
          const fetched = await fetch()
          catchUp()
          return { fetched, own: await own() }
        }
        const last = await eventually(compare, isSame, REBUILT_WITHIN_MS).catch(compare)
        expect(last.own, `${name} of ${person.username}`).toEqual(last.fetched)
      }
    },
  }
  await browser.reconnect()
  return browser
}

/** A browser whose network blocks streams: it only polls for changes. */
export async function openPolling(person: Person, spaceId: string) {
  const firstPage = await person.api.messages.history({ query: { org_id: spaceId } })
  let feed = withNewestPage({ ...EMPTY_FEED, viewerId: person.profile.id }, firstPage, 0)
  return {
    async poll(limit: number): Promise<void> {
      for (let hasMore = true; hasMore;) {
        const since = feed.cursor ?? ''
        const changes = await person.api.messages.history({ query: { org_id: spaceId, since, limit } })
        feed = withChanges(feed, changes, Math.max(feed.appliedSeq, feed.newestSeq))
        hasMore = changes.has_more
      }
    },
    async expectRebuilt(): Promise<void> {
      const page = await person.api.messages.history({ query: { org_id: spaceId, ...ALL } })
      // delivery states don't change a message: they come by the stream and with the page
      const shown = (messages: readonly Message[]) =>
        messages.map(({ deliveries: _deliveries, ...message }) => message)
      expect(shown(orderedMessages(feed).slice(-ALL.limit))).toEqual(shown(page.posts))
    },
  }
}

/** The order of deliveries is irrelevant, and only the author has them; an own reaction exists or doesn't. */
function comparable(messages: readonly Message[], viewer: Person): unknown[] {
  return messages.map(({ user_reactions: own = {}, deliveries, ...message }) => ({
    ...message,
    user_reactions: own,
    ...(message.author_id === viewer.profile.id && {
      deliveries: (deliveries ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    }),
  }))
}

/** Agents with unanswered deliveries: only streams carry this, it can't be fetched. */
async function workingNow(server: TestServer, spaceId: string): Promise<string[]> {
  const rows = await server.query<{ agent: string; message: string }>(
    `select d.recipient_id as agent, d.message_id as message
     from deliveries d join accounts a on a.id = d.recipient_id
     where d.space_id = $1 and a.kind = 'agent' and d.state in ('delivered', 'seen')`,
    [spaceId],
  )
  return rows.map(({ agent, message }) => `${agent} ${message}`).toSorted()
}

const isSame = ({ own, fetched }: { own: unknown; fetched: unknown }) =>
  JSON.stringify(sorted(own)) === JSON.stringify(sorted(fetched))

/** The same value with sorted keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}
