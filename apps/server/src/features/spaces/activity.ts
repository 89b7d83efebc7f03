/**
 * The activity of a space, and a member's unread counts (docs/rules/spaces.md#activity). Counted incrementally
 * (ADR-0021): nothing here reads messages, tasks or members one by one.
 */
import { activityScore, activityState, streakDays } from '@flockwork/contract/policy/activity'
import type { Activity, Mine } from '@flockwork/contract/spaces'
import { wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import * as repository from './activity-repository.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ACTIVE_FOR_MS = 30 * MINUTE_MS

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** The counts of a space. */
type Counted = Pick<repository.ActivityRow, 'posted_at' | 'streak_since'> &
  Omit<Activity, 'state' | 'score' | 'streak_days_active'>

/** The activity of spaces with these creation times, by space id. */
export async function readActivity(
  { db, clock }: Deps,
  spaces: readonly { readonly id: string; readonly created_at: Date }[],
): Promise<ReadonlyMap<string, Activity>> {
  const now = clock.now()
  const ids = spaces.map(({ id }) => id)
  const rows = await repository.readActivity(db, ids, windowsAt(now))
  return new Map(
    spaces.flatMap(({ id, created_at: createdAt }) => {
      const row = rows.get(id)
      if (row === undefined) return []
      const { space_id: _, acted_at: actedAt, ...counted } = row
      const activity = { ...counted, last_activity_at: wireTimeOrNull(actedAt) }
      return [[id, presentActivity(activity, createdAt, now)]]
    }),
  )
}

function presentActivity(
  { posted_at: postedAt, streak_since: streakSince, ...counted }: Counted,
  createdAt: Date,
  now: number,
): Activity {
  const score = activityScore(counted)
  const lastMessageAt = postedAt?.getTime() ?? null
  const facts = { ...counted, score, createdAt: createdAt.getTime(), lastMessageAt }
  return {
    state: activityState(facts, now),
    score,
    ...counted,
    streak_days_active: streakDays({ since: streakSince?.getTime() ?? null, lastMessageAt }, now),
  }
}

function windowsAt(now: number): repository.Windows {
  const ago = (ms: number) => new Date(now - ms)
  const whole = (at: number, unit: number) => new Date(Math.floor(at / unit) * unit)
  return {
    m5: ago(5 * MINUTE_MS),
    h1: ago(HOUR_MS),
    h24: ago(DAY_MS),
    d7: ago(7 * DAY_MS),
    d30: ago(30 * DAY_MS),
    activeFrom: whole(now - ACTIVE_FOR_MS, MINUTE_MS),
    joinedFrom: whole(now - 7 * DAY_MS, HOUR_MS),
  }
}

/**
 * The member's unread counts in each of these spaces that it is in, by space id: the only source for lists,
 * `seen` and its event.
 */
export async function readMine(
  { db, clock }: Deps,
  memberId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, Mine>> {
  const since = new Date(clock.now() - DAY_MS)
  if (spaceIds.length === 0) return new Map()
  const [rows, mentions] = await Promise.all([
    repository.readMine(db, spaceIds, memberId),
    repository.countMentions(db, memberId, since),
  ])
  return new Map(
    rows.map(({ space_id: id, messages, own, head_seq, last_seen_seq }) => [
      id,
      {
        unread: messages - own,
        mentions_24h: mentions.get(id) ?? 0,
        messages_since_last_seen: messages,
        as_of: head_seq,
        seen_up_to: last_seen_seq,
      },
    ]),
  )
}

/** Counts the person as active in the space. The space's sequence must be locked. */
export async function noteActor(
  tx: Tx,
  clock: Clock,
  { spaceId, accountId }: { readonly spaceId: string; readonly accountId: string },
): Promise<void> {
  await repository.noteActor(tx, spaceId, accountId, new Date(clock.now()))
}

/** Safe to repeat, and to run on several nodes at once. */
export async function pruneActivity({ db, clock }: Deps): Promise<void> {
  await repository.pruneTallies(db, windowsAt(clock.now()))
}
