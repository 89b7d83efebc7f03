/** Fills a space with believable talk, for benchmarks and screenshots. */
import { sql } from 'kysely'
import { indexSpace } from '../../features/search/index.ts'
import type { Db } from '../../platform/database.ts'
import { createCalendar } from './calendar.ts'
import { setScene, type Scene } from './cast.ts'
import { createRandom } from './random.ts'
import { storeMessages } from './store.ts'
import { createTalk } from './talk.ts'

interface Deps {
  readonly db: Db
  readonly now: number
  /** Told how many are stored, now and then. */
  readonly onStored: (count: number) => void
}

interface Wanted {
  readonly messages: number
  /** The slug of a space that is there; else one of its own is made, public. */
  readonly space?: string | undefined
}

const BATCH = 5000
const DAY_MS = 24 * 60 * 60 * 1000
const MESSAGES_A_DAY = 400
const DAYS_MIN = 3
const DAYS_MAX = 365
const CHANCE_SEED = 20_260_131

/**
 * Adds so many messages to a space, the newest of now, with threads, topics, mentions and reactions, and makes them
 * searchable. Made-up people and agents say them; nobody can sign in as one of these.
 */
export async function seedMessages({ db, now, onStored }: Deps, wanted: Wanted): Promise<Scene> {
  const scene = await setScene({ db, now }, wanted.space)
  const days = Math.min(DAYS_MAX, Math.max(DAYS_MIN, wanted.messages / MESSAGES_A_DAY))
  const timeOf = createCalendar(now - days * DAY_MS, now)
  const talk = createTalk(createRandom(CHANCE_SEED), scene.authors)

  for (let stored = 0; stored < wanted.messages;) {
    const size = Math.min(BATCH, wanted.messages - stored)
    const batch = Array.from({ length: size }, (_, index) =>
      talk.next(timeOf((stored + index + 1) / wanted.messages)),
    )
    await storeMessages(db, scene.spaceId, batch)
    stored += size
    onStored(stored)
  }
  await markRead(db, scene)
  await indexSpace(db, scene.spaceId)
  // plans made for empty tables are no one's plans
  for (const table of ['messages', 'message_words', 'reactions', 'reply_counts']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
  return scene
}

async function markRead(db: Db, { spaceId, authors }: Scene): Promise<void> {
  await sql`
    update members set last_seen_seq = h.seq from space_sequences h
    where h.space_id = ${spaceId} and members.space_id = h.space_id
      and members.account_id = any(${authors.map(({ id }) => id)}::uuid[])
  `.execute(db)
}
