/** What happened in a space since the asker was last there (docs/rules/guide.md#since-you-were-last-here). */
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { formatTime } from './actions/parse-time.ts'
import { readDay, type Day } from './facts.ts'
import { list, paragraphs, quoted, SOURCE } from './wording.ts'

const MINUTE_MS = 60_000
/** Messages within this time belong to the current visit. */
const VISIT_MS = 30 * MINUTE_MS
/** The maximum time to look back. */
const SINCE_MAX_MS = 7 * 24 * 60 * MINUTE_MS

export interface Since {
  readonly at: Date
  /** Null if the asker posted nothing here within the maximum time. */
  readonly reason: 'wrote' | 'joined' | null
  readonly day: Day
  readonly tasksMade: number
  readonly tasksCompleted: number
  /** The asker's unread deliveries in this space. */
  readonly waiting: number
}

interface Asked {
  readonly spaceId: string
  readonly askerId: string
  readonly guideId: string
  readonly now: number
}

export async function readSince(db: Db, { spaceId, askerId, guideId, now }: Asked): Promise<Since> {
  const oldest = new Date(now - SINCE_MAX_MS)
  const { rows } = await sql<{ wrote: Date | null; joined: Date | null }>`
    select
      (select max(created_at) from messages
       where space_id = ${spaceId} and author_id = ${askerId}
         and created_at > ${oldest} and created_at < ${new Date(now - VISIT_MS)}) as wrote,
      (select joined_at from members where space_id = ${spaceId} and account_id = ${askerId}) as joined
  `.execute(db)
  const { wrote = null, joined = null } = rows[0] ?? {}
  const isNewcomer = wrote === null && joined !== null && joined > oldest
  const at = wrote ?? (isNewcomer ? joined : oldest)
  const [day, counts] = await Promise.all([
    readDay(db, spaceId, guideId, at),
    sql<{ made: number; completed: number; waiting: number }>`
      select
        (select count(*) from tasks where space_id = ${spaceId} and deleted_at is null and created_at >= ${at}) as made,
        (select count(*) from tasks
         where space_id = ${spaceId} and deleted_at is null and completed_at >= ${at}) as completed,
        (select count(*) from deliveries
         where space_id = ${spaceId} and recipient_id = ${askerId} and state in ('stored', 'delivered')) as waiting
    `.execute(db),
  ])
  const { made = 0, completed = 0, waiting = 0 } = counts.rows[0] ?? {}
  return {
    at,
    reason: wrote === null ? (isNewcomer ? 'joined' : null) : 'wrote',
    day,
    tasksMade: made,
    tasksCompleted: completed,
    waiting,
  }
}

const REASONS = { wrote: ', when you last wrote here', joined: ', when you joined' } as const

export function describeSince({ at, reason, day, tasksMade, tasksCompleted, waiting }: Since): string {
  const counts = [
    `${day.messages} ${day.messages === 1 ? 'message' : 'messages'}`,
    `${tasksMade} new ${tasksMade === 1 ? 'task' : 'tasks'}`,
    `${tasksCompleted} completed`,
  ]
  const from = reason === null ? 'In the last 7 days' : `Since ${formatTime(at.getTime())}${REASONS[reason]}`
  return paragraphs(
    `${from}: ${counts.join(', ')}.`,
    list([
      waiting > 0 && `${waiting} addressed to you and unread, in your [inbox](/inbox)`,
      day.authors.length > 0 &&
        `Most active: ${day.authors.map((author) => `${quoted(author.handle)} ${author.messages}`).join(', ')}`,
      day.channels.length > 0 &&
        `Channels: ${day.channels.map((channel) => `${quoted(channel.name)} ${channel.messages}`).join(', ')}`,
      day.joined > 0 && `New here: ${day.joined}`,
    ]),
    SOURCE,
  )
}
