/** Queries for the current facts of one space. */
import { sql } from 'kysely'
import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import type { Db } from '../../platform/database.ts'

export interface PresentMember {
  readonly handle: string
  readonly kind: 'user' | 'agent'
  readonly isActive: boolean
}

export interface Presence {
  readonly people: number
  readonly agents: number
  readonly activePeople: number
  readonly activeAgents: number
  /** At most `NAMED_MAX` of each kind, most recently active first. */
  readonly named: readonly PresentMember[]
}

export interface Day {
  readonly messages: number
  /** Most active first. */
  readonly authors: readonly {
    readonly handle: string
    readonly kind: 'user' | 'agent'
    readonly messages: number
  }[]
  readonly channels: readonly { readonly name: string; readonly messages: number }[]
  readonly joined: number
}

export interface TopicCount {
  readonly topic: string
  readonly count: number
}

export interface Newcomer {
  readonly handle: string
  readonly kind: 'user' | 'agent'
  readonly joinedAt: Date
}

const NAMED_MAX = 6
const AUTHORS_MAX = 5
const CHANNELS_MAX = 5
const NEWCOMERS_MAX = 5
const TOPICS_MAX = 8
/** Trending counts this many of the newest messages (docs/rules/search.md#trending). */
const TRENDING_MESSAGES = 20_000
/** Stop words among topics (docs/rules/search.md#trending). */
const STOP_TOPICS = ['a', 'an', 'the', 'is', 'at', 'in', 'on', 'of', 'to', 'be']

const kindOf = (kind: string): 'user' | 'agent' => (kind === 'agent' ? 'agent' : 'user')

/** The members of a space except the guide. */
export async function readPresence(db: Db, spaceId: string, guideId: string, now: number): Promise<Presence> {
  const activeSince = new Date(now - PRESENCE_ACTIVE_MS)
  // only its owner may see when a private agent was active
  const lastActiveAt = sql<Date | null>`case when not exists (
    select from agents where agents.account_id = accounts.id and agents.visibility = 'private'
  ) then accounts.last_active_at end`
  const isActive = sql<boolean>`coalesce(${lastActiveAt} > ${activeSince}, false)`
  const counts = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['accounts.kind', ({ fn }) => fn.countAll<number>().as('count')])
    .select(sql<number>`count(*) filter (where ${isActive})`.as('active'))
    .where('members.space_id', '=', spaceId)
    .where('accounts.status', '=', 'active')
    .where('accounts.id', '<>', guideId)
    .groupBy('accounts.kind')
    .execute()
  const countOf = (kind: string) => counts.find((row) => row.kind === kind) ?? { count: 0, active: 0 }

  const members = (kind: string) =>
    db
      .selectFrom('members')
      .innerJoin('accounts', 'accounts.id', 'members.account_id')
      .select(['accounts.handle', 'accounts.kind', isActive.as('is_active')])
      .where('members.space_id', '=', spaceId)
      .where('accounts.status', '=', 'active')
      .where('accounts.kind', '=', kind)
      .where('accounts.id', '<>', guideId)
      .orderBy(lastActiveAt, (order) => order.desc().nullsLast())
      .orderBy('accounts.handle')
      .limit(NAMED_MAX)
      .execute()
  const named = (await Promise.all([members('user'), members('agent')])).flat()

  return {
    people: countOf('user').count,
    agents: countOf('agent').count,
    activePeople: countOf('user').active,
    activeAgents: countOf('agent').active,
    named: named.map((row) => ({ handle: row.handle, kind: kindOf(row.kind), isActive: row.is_active })),
  }
}

/** The activity since `since`, without deleted messages and those of tasks. */
export async function readDay(db: Db, spaceId: string, guideId: string, since: Date): Promise<Day> {
  const [rows, joined] = await Promise.all([
    db
      .selectFrom('messages')
      .innerJoin('accounts', 'accounts.id', 'messages.author_id')
      .select(['accounts.handle', 'accounts.kind', 'messages.channel'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('messages.space_id', '=', spaceId)
      .where('messages.created_at', '>=', since)
      .where('messages.deleted_at', 'is', null)
      .where('messages.is_task', '=', false)
      .groupBy(['accounts.handle', 'accounts.kind', 'messages.channel'])
      .execute(),
    db
      .selectFrom('members')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .where('account_id', '<>', guideId)
      .where('joined_at', '>=', since)
      .executeTakeFirstOrThrow(),
  ])

  const authors = new Map<string, Day['authors'][number]>()
  const channels = new Map<string, Day['channels'][number]>()
  for (const { handle, kind, channel, count } of rows) {
    const before = authors.get(handle)?.messages ?? 0
    authors.set(handle, { handle, kind: kindOf(kind), messages: before + count })
    channels.set(channel, { name: channel, messages: (channels.get(channel)?.messages ?? 0) + count })
  }
  return {
    messages: rows.reduce((sum, { count }) => sum + count, 0),
    authors: mostFirst([...authors.values()], ({ handle }) => handle).slice(0, AUTHORS_MAX),
    channels: mostFirst([...channels.values()], ({ name }) => name).slice(0, CHANNELS_MAX),
    joined: joined.count,
  }
}

/** Topics used more than once since `since`, most used first. */
export async function readTrending(db: Db, spaceId: string, since: Date): Promise<TopicCount[]> {
  const { rows } = await sql<TopicCount>`
    select topic, count(*) as count
    from (
      select topics from messages
      where space_id = ${spaceId} and created_at >= ${since} and deleted_at is null
      order by seq desc
      limit ${TRENDING_MESSAGES}
    ) recent, unnest(recent.topics) as topic
    where length(topic) > 1 and topic <> all(${STOP_TOPICS}::text[])
    group by topic
    having count(*) > 1
    order by count(*) desc, topic
    limit ${TOPICS_MAX}
  `.execute(db)
  return rows
}

/** The newest members first, except the guide. */
export async function readNewest(db: Db, spaceId: string, guideId: string): Promise<Newcomer[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['accounts.handle', 'accounts.kind', 'members.joined_at'])
    .where('members.space_id', '=', spaceId)
    .where('accounts.status', '=', 'active')
    .where('accounts.id', '<>', guideId)
    .orderBy('members.joined_at', 'desc')
    .orderBy('accounts.handle')
    .limit(NEWCOMERS_MAX)
    .execute()
  return rows.map((row) => ({ handle: row.handle, kind: kindOf(row.kind), joinedAt: row.joined_at }))
}

function mostFirst<T extends { readonly messages: number }>(items: T[], nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => b.messages - a.messages || (nameOf(a) < nameOf(b) ? -1 : 1))
}
