/** Fills a space with believable messages, for benchmarks and screenshots. */
import { sql } from 'kysely'
import { writeMessages, type MessageToWrite } from '../../features/imports/index.ts'
import { indexSpace } from '../../features/search/index.ts'
import type { Db } from '../../platform/database.ts'
import { createCalendar } from './calendar.ts'
import { prepareScene, type Scene } from './cast.ts'
import { createRandom } from './random.ts'
import { createTalk, type SeededMessage } from './talk.ts'

interface Deps {
  readonly db: Db
  readonly now: number
  /** Called after each batch with the number of messages stored so far. */
  readonly onStored: (count: number) => void
}

interface SeedRequest {
  readonly messages: number
  /** The slug of an existing space; by default a public one that is created for it. */
  readonly space?: string | undefined
}

const BATCH = 5000
const DAY_MS = 24 * 60 * 60 * 1000
const MESSAGES_A_DAY = 400
const DAYS_MIN = 3
const DAYS_MAX = 365
const CHANCE_SEED = 20_260_131

/**
 * Adds messages to a space, up to the present, with threads, topics, mentions and reactions, and indexes them. Their
 * authors are fictional people and agents; nobody can sign in as them.
 */
export async function seedMessages({ db, now, onStored }: Deps, request: SeedRequest): Promise<Scene> {
  const scene = await prepareScene({ db, now }, request.space)
  const days = Math.min(DAYS_MAX, Math.max(DAYS_MIN, request.messages / MESSAGES_A_DAY))
  const timeOf = createCalendar(now - days * DAY_MS, now)
  const talk = createTalk(createRandom(CHANCE_SEED), scene.authors)

  for (let stored = 0; stored < request.messages;) {
    const size = Math.min(BATCH, request.messages - stored)
    const batch = Array.from({ length: size }, (_, index) =>
      talk.next(timeOf((stored + index + 1) / request.messages)),
    )
    await db.transaction().execute(async (tx) => {
      // durability doesn't matter: after a power cut one seeds again
      await sql`set local synchronous_commit = off`.execute(tx)
      await writeMessages(tx, scene.spaceId, batch.map(messageToWrite))
    })
    stored += size
    onStored(stored)
  }
  await markRead(db, scene)
  await sql`select recount_activity(${scene.spaceId})`.execute(db)
  await indexSpace(db, scene.spaceId)
  // statistics of the empty tables would give bad plans
  for (const table of ['messages', 'message_words', 'reactions', 'reply_counts']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
  return scene
}

function messageToWrite({ author, reactions, ...message }: SeededMessage): MessageToWrite {
  return {
    ...message,
    authorId: author.id,
    type: message.parentId === null ? 'message' : 'reply',
    reactions: reactions.map((reaction) => ({ ...reaction, at: message.at })),
  }
}

async function markRead(db: Db, { spaceId, authors }: Scene): Promise<void> {
  await sql`
    update members set last_seen_seq = h.seq from space_sequences h
    where h.space_id = ${spaceId} and members.space_id = h.space_id
      and members.account_id = any(${authors.map(({ id }) => id)}::uuid[])
  `.execute(db)
}
