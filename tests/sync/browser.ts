/** A browser that keeps a space's state up to date by events alone, as the web app does. */
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
import { applyEvent, type LiveEvent } from '../../apps/web/src/realtime/apply-event.ts'

export interface Browser {
  readonly person: Person
  feed: FeedState
  /** Loses its stream; what it brought until then counts. */
  cut(): Promise<void>
  /** Resumes from its cursor. */
  reconnect(): Promise<void>
  /** Asks what changed, with or without a stream; one page of so many. */
  poll(limit: number): Promise<void>
  /** Waits until the state equals what would be fetched, and shows the difference if it never does. */
  expectRebuilt(parts?: { unread?: boolean }): Promise<void>
}

const ALL = { limit: 100 }

/** Mention events beside the message's: one for each mentioned account. */
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
    spaces: await spacesOf(person, spaceId),
    roster: [],
    agents: [],
  }
  const mentions = await mentionsOf(person, spaceId)
  let company = await companyOf(person, spaceId)
  let isCompanyStale = false
  let stream: TestStream | undefined
  let taken = 0
  /** An event said that posts changed without saying how: the app asks. */
  let mustAsk = false

  function catchUp(): void {
    const fresh = stream?.events.slice(taken) ?? []
    taken += fresh.length
    for (const { id, event: name, data } of fresh) {
      const live: LiveEvent = { id: id === undefined ? null : Number(id), name, data }
      if (name === 'mention') mentions.push((data['message'] as Message).id)
      state = applyEvent(eventTable, state, live)
      mustAsk ||= isPartialEvent(live)
      isCompanyStale ||= name === 'space_update'
    }
  }

  async function poll(limit: number): Promise<void> {
    const { cursor, newestSeq, appliedSeq } = state.feed
    if (cursor === null) return
    mustAsk = false
    const query = { org_id: spaceId, since: cursor, limit }
    const changes = await person.api.messages.history({ query })
    catchUp()
    state = { ...state, feed: withChanges(state.feed, changes, Math.max(appliedSeq, newestSeq)) }
    mustAsk ||= changes.has_more
  }

  async function compare(unread: boolean) {
    const page = await person.api.messages.history({ query: { org_id: spaceId, ...ALL } })
    const fetched = {
      messages: comparable(page.posts, person),
      mentions: (await mentionsOf(person, spaceId)).toSorted(),
      working: await workingNow(server, spaceId),
      unread: unread ? unreadOf(await spacesOf(person, spaceId)) : null,
      company: await companyOf(person, spaceId),
    }
    catchUp()
    if (isCompanyStale) {
      isCompanyStale = false
      company = await companyOf(person, spaceId)
    }
    if (mustAsk) await poll(ALL.limit)
    const { feed, spaces } = state
    return {
      fetched,
      state: {
        messages: comparable(orderedMessages(feed).slice(-ALL.limit), person),
        mentions: mentions.toSorted(),
        working: feed.working.map(({ agentId, messageId }) => `${agentId} ${messageId}`).toSorted(),
        unread: unread ? unreadOf(spaces) : null,
        company,
      },
    }
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
    },
    poll,
    async expectRebuilt({ unread = false } = {}) {
      const isSame = ({ state: own, fetched }: Awaited<ReturnType<typeof compare>>) =>
        JSON.stringify(sorted(own)) === JSON.stringify(sorted(fetched))
      const last = await eventually(() => compare(unread), isSame, 5000).catch(() => compare(unread))
      expect(last.state).toEqual(last.fetched)
    },
  }
  await browser.reconnect()
  return browser
}

/** A browser whose network lets no stream through: it only asks what changed. */
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

/** The order of deliveries means nothing, and only their author has them; an own reaction is there or it isn't. */
function comparable(messages: readonly Message[], viewer: Person): unknown[] {
  return messages.map(({ user_reactions: own = {}, deliveries, ...message }) => ({
    ...message,
    user_reactions: own,
    ...(message.author_id === viewer.profile.id && {
      deliveries: (deliveries ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    }),
  }))
}

const unreadOf = (spaces: ClientState['spaces']) => spaces.map(({ mine }) => mine?.unread)

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

/** The same value with its keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}
