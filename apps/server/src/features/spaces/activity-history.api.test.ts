/**
 * Random histories of two spaces: people and an agent post, reply, edit, delete, react, work on tasks, read on two
 * devices, join and leave, and hours and days pass. The activity and unread counts of the calls must equal a count over
 * the rows. `ACTIVITY_SEEDS=1,2` runs other seeds.
 */
import { randomUUID } from 'node:crypto'
import { activityScore, activityState } from '@flockwork/contract/policy/activity'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { reactionRoutes } from '@flockwork/contract/reactions'
import type { Activity, Mine } from '@flockwork/contract/spaces'
import { isOpen, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import { expect, test } from 'vitest'
import { isRefusal } from '../../../test/calls.ts'
import { signInAgain, type Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'

const SEEDS = (process.env['ACTIVITY_SEEDS'] ?? '11,23,37').split(',').map(Number)
const ROUNDS = 25
const ACTS_A_ROUND = 5

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A token is valid for 15 minutes in a test. */
const STAYS_SIGNED_IN_MS = 10 * MINUTE

test.for(SEEDS)('activity and what is unseen are as a count over the rows, seed %i', async (seed) => {
  await using server = await startServer()
  const history = await beginHistory(server, seededFrom(seed))
  for (let round = 0; round < ROUNDS; round++) {
    await history.act(ACTS_A_ROUND)
    await history.compare(`seed ${seed}, round ${round}`)
    await history.letTimePass()
    await history.compare(`seed ${seed}, round ${round}, later`)
  }
})

type Random = (below: number) => number

function seededFrom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Account {
  readonly name: string
  readonly id: string
  /** Two devices. */
  readonly apis: readonly Person['api'][]
}

interface Act {
  readonly spaceId: string
  readonly at: number
  /** The person whom it makes active. */
  readonly accountId?: string
  /** Whether everyone in the space sees it happen. */
  readonly isSeen: boolean
}

async function beginHistory(server: TestServer, random: Random) {
  server.freezeClock()
  const clock = server.services.clock
  const { ana, bob, spaceId: den } = await server.peopleInOneSpace('ana', 'bob', 'cleo', 'dan')
  const lab = (await ana.api.spaces.create({ body: { name: 'Lab', visibility: 'public' } })).id
  const scout = await ana.registers('scout')
  const spaceIds = [den, lab]
  await bob.api.spaces.joinPublic({ body: { org_id: lab } })

  const people: Account[] = []
  for (const name of ['ana', 'bob', 'cleo', 'dan']) people.push(await signIn(server, name))
  const agent: Account = { name: 'scout', id: scout.id, apis: [scout.api] }
  let signedInAt = clock.now()
  const acts: Act[] = []

  const pick = <T>(from: readonly T[]): T => {
    const one = from[random(from.length)]
    if (one === undefined) throw new Error('There is nothing to pick from')
    return one
  }
  const deviceOf = ({ apis }: Account) => pick(apis)
  const textOf = () => `${pick(['', '@bob ', '@ana @cleo ', '@dan '])}words ${random(1000)}`
  const note = (spaceId: string, isSeen: boolean, accountId?: string) =>
    void acts.push({ spaceId, at: clock.now(), isSeen, ...(accountId !== undefined && { accountId }) })

  const messageIn = async (spaceId: string) => {
    const rows = await server.query<{ id: string }>(
      'select id from messages where space_id = $1 order by seq desc limit 12',
      [spaceId],
    )
    return rows.length === 0 ? undefined : pick(rows).id
  }
  const taskIn = async (spaceId: string) => {
    const rows = await server.query<{ id: string }>('select id from tasks where space_id = $1', [spaceId])
    return rows.length === 0 ? undefined : pick(rows).id
  }

  /** The possible actions; refusals don't matter. */
  const kinds: readonly (() => Promise<void>)[] = [
    async () => {
      const [author, spaceId] = [pick([...people, agent]), pick(spaceIds)]
      const body = { content: textOf(), org_id: spaceId }
      await deviceOf(author).messages.post({ body, key: randomUUID() })
      note(spaceId, true, author === agent ? undefined : author.id)
    },
    async () => {
      const [author, spaceId] = [pick(people), pick(spaceIds)]
      const id = await messageIn(spaceId)
      if (id === undefined) return
      await deviceOf(author).messages.reply({
        params: { id },
        body: { content: textOf() },
        key: randomUUID(),
      })
      note(spaceId, true, author.id)
    },
    async () => {
      const spaceId = pick(spaceIds)
      const id = await messageIn(spaceId)
      if (id === undefined) return
      await deviceOf(pick(people)).messages.edit({ params: { id }, body: { content: textOf() } })
      note(spaceId, true)
    },
    async () => {
      const spaceId = pick(spaceIds)
      const id = await messageIn(spaceId)
      if (id === undefined) return
      const [row] = await server.query('select 1 from messages where id = $1 and deleted_at is null', [id])
      await deviceOf(pick(people)).messages.remove({ params: { id } })
      if (row !== undefined) note(spaceId, true)
    },
    async () => {
      const [author, spaceId, emoji] = [pick([...people, agent]), pick(spaceIds), pick(['👍', '🔥', '🎉'])]
      const id = await messageIn(spaceId)
      if (id === undefined) return
      const { user_reactions: now } = await deviceOf(author).call(reactionRoutes.react, {
        params: { id },
        body: { emoji },
      })
      const isAdded = now[emoji] === true
      note(spaceId, true, isAdded && author !== agent ? author.id : undefined)
    },
    async () => {
      const [author, spaceId] = [pick([...people, agent]), pick(spaceIds)]
      await deviceOf(author).tasks.create({ body: { title: `Task ${random(100)}`, org_id: spaceId } })
      note(spaceId, true)
    },
    async () => {
      const [person, spaceId] = [pick(people), pick(spaceIds)]
      const id = await taskIn(spaceId)
      if (id === undefined) return
      const status = pick(['completed', 'blocked', 'in_progress', 'open'] as const)
      const before = await server.query('select version from tasks where id = $1', [id])
      await deviceOf(person).tasks.setStatus({ params: { id }, body: { status } })
      const after = await server.query('select version from tasks where id = $1', [id])
      if (JSON.stringify(before) !== JSON.stringify(after)) note(spaceId, true)
    },
    async () => {
      const spaceId = pick(spaceIds)
      const id = await taskIn(spaceId)
      if (id === undefined) return
      await deviceOf(pick(people)).tasks.remove({ params: { id } })
      note(spaceId, true)
    },
    async () => {
      const [reader, spaceId] = [pick(people), pick(spaceIds)]
      const id = await messageIn(spaceId)
      if (id === undefined) return
      const positionOf = () =>
        server.query<{ seq: number }>(
          'select last_seen_seq as seq from members where space_id = $1 and account_id = $2',
          [spaceId, reader.id],
        )
      const before = await positionOf()
      const { unread } = await deviceOf(reader).call(inboxRoutes.seen, {
        params: { id: spaceId },
        body: { message_id: id },
      })
      const after = await positionOf()
      const isMoved = (after[0]?.seq ?? 0) > (before[0]?.seq ?? 0)
      expect(isMoved || after[0]?.seq === before[0]?.seq).toBe(true)
      if (isMoved) {
        note(spaceId, false, reader.id)
        const [event] = await server.query<{ payload: string }>(
          `select payload from events where space_id = $1 and name = 'seen' and audience = $2 order by seq desc limit 1`,
          [spaceId, reader.id],
        )
        expect(JSON.parse(event?.payload ?? '{}')).toEqual({
          message_id: id,
          unread,
          seen_up_to: after[0]?.seq,
        })
      }
      const { mine } = await spaceOf(reader, spaceId)
      expect(mine?.unread).toBe(unread)
    },
    async () => {
      const dan = people[3]
      if (dan === undefined) return
      const isIn = (await listOf(dan)).some(({ id }) => id === lab)
      if (isIn) await deviceOf(dan).spaces.leave({ params: { id: lab } })
      else await deviceOf(dan).spaces.joinPublic({ body: { org_id: lab } })
    },
    async () => {
      const spaceId = pick([...spaceIds, null])
      await deviceOf(pick(people)).agents.update({
        params: { id: scout.id },
        body: { pinned_org_id: spaceId },
      })
    },
    () => runMaintenance(server.services),
  ]
  /** Posting and reading are the most frequent. */
  const often = [0, 0, 0, 0, 0, 0, 1, 1, 8, 8, 8, 4, 4]

  const listOf = async (person: Account) => (await deviceOf(person).spaces.list()).organizations
  const spaceOf = (person: Account, id: string) => deviceOf(person).spaces.get({ params: { id } })

  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }

  return {
    async act(count: number): Promise<void> {
      for (let nth = 0; nth < count; nth++) {
        const kind = random(3) === 0 ? random(kinds.length) : pick(often)
        await attempt(kinds[kind] ?? (async () => {}))
      }
      // concurrent, for actions that don't read what they change
      if (random(4) === 0)
        await Promise.all([0, 0, 5, 0].map((kind) => attempt(kinds[kind] ?? (async () => {}))))
    },

    async letTimePass(): Promise<void> {
      server.moveClock(
        pick([0, 1, 20_000, MINUTE, 4 * MINUTE, 29 * MINUTE, 50 * MINUTE, 9 * HOUR, DAY, 3 * DAY]),
      )
      if (random(15) === 0) server.moveClock(31 * DAY)
      if (clock.now() - signedInAt < STAYS_SIGNED_IN_MS) return
      signedInAt = clock.now()
      for (const [index, { name }] of people.entries()) people[index] = await signIn(server, name)
    },

    async compare(when: string): Promise<void> {
      const counted = new Map<string, Activity>()
      for (const id of spaceIds) counted.set(id, await countRows(server, id, acts))
      for (const person of people) {
        const listed = await listOf(person)
        for (const { id, activity, mine } of listed.filter(({ id }) => spaceIds.includes(id))) {
          expect({ when, id, activity }).toEqual({ when, id, activity: counted.get(id) })
          expect({ when, id, mine }).toEqual({ when, id, mine: await countMine(server, id, person.id) })
        }
      }
      const [reader, id] = [pick(people), pick(spaceIds)]
      const {
        activity,
        mine,
        is_member: isMember,
      } = await spaceOf(reader, id).catch(() => spaceOf(people[0] ?? reader, id))
      expect(activity).toEqual(counted.get(id))
      expect(mine === null).toBe(!isMember)
    },
  }
}

async function signIn(server: TestServer, name: string): Promise<Account> {
  const devices = [await signInAgain(server.url, name), await signInAgain(server.url, name)]
  return { name, id: devices[0]?.id ?? '', apis: devices.map(({ api }) => api) }
}

interface MessageRow {
  readonly seq: number
  readonly author_id: string
  readonly created_at: Date
  readonly deleted_at: Date | null
  readonly message_type: string
}

async function messagesOf(server: TestServer, spaceId: string): Promise<MessageRow[]> {
  const rows = await server.query<MessageRow>(
    'select seq, author_id, created_at, deleted_at, message_type from messages where space_id = $1',
    [spaceId],
  )
  return rows.filter(({ message_type: type }) => type !== 'task')
}

async function countRows(server: TestServer, spaceId: string, acts: readonly Act[]): Promise<Activity> {
  const now = server.services.clock.now()
  const [space] = await server.query<{ created_at: Date }>('select created_at from spaces where id = $1', [
    spaceId,
  ])
  const createdAt = space?.created_at.getTime() ?? now
  const messages = await messagesOf(server, spaceId)
  const tasks = await server.query<{ status: TaskStatus; created_at: Date; deleted_at: Date | null }>(
    'select status, created_at, deleted_at from tasks where space_id = $1',
    [spaceId],
  )
  const members = await server.query<{ kind: string; joined_at: Date }>(
    'select kind, joined_at from members where space_id = $1',
    [spaceId],
  )
  const here = acts.filter((act) => act.spaceId === spaceId)
  const within = (ms: number) => messages.filter(({ created_at: at }) => at.getTime() > now - ms).length
  const minuteFrom = Math.floor((now - 30 * MINUTE) / MINUTE)
  const hourFrom = Math.floor((now - 7 * DAY) / HOUR)
  const active = here.filter(
    ({ accountId, at }) => accountId !== undefined && Math.floor(at / MINUTE) >= minuteFrom,
  )
  const days = new Set(messages.map(({ created_at: at }) => Math.floor(at.getTime() / DAY)))
  const today = Math.floor(now / DAY)
  let streak = 0
  for (let day = days.has(today) ? today : today - 1; days.has(day); day--) streak++

  const counts = {
    messages_5m: within(5 * MINUTE),
    messages_1h: within(HOUR),
    messages_24h: within(DAY),
    messages_7d: within(7 * DAY),
    messages_30d: within(30 * DAY),
    messages_total: messages.length,
    active_users_30m: new Set(active.map(({ accountId }) => accountId)).size,
    agent_count: members.filter(({ kind }) => kind === 'agent').length,
    tasks_open: tasks.filter(({ status, deleted_at }) => deleted_at === null && isOpen(status)).length,
    tasks_created_24h: tasks.filter(({ created_at: at }) => at.getTime() > now - DAY).length,
    new_members_7d: members.filter(
      ({ kind, joined_at: at }) => kind === 'user' && Math.floor(at.getTime() / HOUR) >= hourFrom,
    ).length,
  }
  const seen = here.filter(({ isSeen }) => isSeen).map(({ at }) => at)
  const score = activityScore(counts)
  const lastMessageAt =
    messages.length === 0 ? null : Math.max(...messages.map(({ created_at: at }) => at.getTime()))
  return {
    ...counts,
    score,
    state: activityState({ ...counts, score, createdAt, lastMessageAt }, now),
    streak_days_active: streak,
    last_activity_at: seen.length === 0 ? null : new Date(Math.max(...seen)).toISOString(),
  }
}

async function countMine(server: TestServer, spaceId: string, memberId: string): Promise<Mine> {
  const now = server.services.clock.now()
  const [member] = await server.query<{ seq: number; head: number }>(
    `select m.last_seen_seq as seq, s.seq as head
     from members m join space_sequences s using (space_id) where m.space_id = $1 and m.account_id = $2`,
    [spaceId, memberId],
  )
  const unseen = (await messagesOf(server, spaceId)).filter(
    ({ seq, deleted_at: deletedAt }) => seq > (member?.seq ?? 0) && deletedAt === null,
  )
  const mentions = await server.query(
    `select 1 from deliveries d join messages m on m.space_id = d.space_id and m.id = d.message_id
     where d.space_id = $1 and d.recipient_id = $2 and d.reason = 'mention' and d.created_at > $3
       and m.deleted_at is null`,
    [spaceId, memberId, new Date(now - DAY)],
  )
  return {
    unread: unseen.filter(({ author_id: authorId }) => authorId !== memberId).length,
    mentions_24h: mentions.length,
    messages_since_last_seen: unseen.length,
    as_of: member?.head ?? 0,
    seen_up_to: member?.seq ?? 0,
  }
}
