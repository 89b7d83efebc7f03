/** The activity score and state of a space (docs/rules/spaces.md#activity). Pure; times in milliseconds since 1970. */
import type { Activity, ActivityState } from '../spaces.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The inputs of the score. */
export type ScoredActivity = Pick<
  Activity,
  'messages_5m' | 'messages_1h' | 'messages_24h' | 'active_users_30m' | 'tasks_created_24h'
>

/** The weight of each input, and its cap. */
const SCORED: readonly { of: keyof ScoredActivity; points: number; fullAt: number }[] = [
  { of: 'messages_1h', points: 30, fullAt: 20 },
  { of: 'messages_24h', points: 25, fullAt: 200 },
  { of: 'active_users_30m', points: 20, fullAt: 10 },
  { of: 'messages_5m', points: 15, fullAt: 5 },
  { of: 'tasks_created_24h', points: 10, fullAt: 10 },
]

/** 0 to 100. */
export function activityScore(counts: ScoredActivity): number {
  const points = SCORED.map(({ of, points: most, fullAt }) => most * Math.min(1, counts[of] / fullAt))
  return Math.round(points.reduce((sum, each) => sum + each, 0))
}

export interface StateFacts {
  readonly score: number
  readonly messages_5m: number
  readonly createdAt: number
  /** Null for a space in which nobody has posted. */
  readonly lastMessageAt: number | null
}

const BUSY_FROM_MESSAGES = 20
const HOT_FROM_SCORE = 80
const ACTIVE_FROM_SCORE = 50
const WARMING_FROM_SCORE = 25
const FRESH_FOR_MS = 7 * DAY_MS
const ICE_AFTER_MS = 30 * DAY_MS
const NIGHT_AFTER_MS = 8 * HOUR_MS
const NIGHT_UNTIL_MS = DAY_MS

/** The first matching state. If nobody has posted yet, the silence began with the space. */
export function activityState(
  { score, messages_5m: messages, createdAt, lastMessageAt }: StateFacts,
  now: number,
): ActivityState {
  if (messages >= BUSY_FROM_MESSAGES) return 'busy'
  if (score >= HOT_FROM_SCORE) return 'hot'
  if (score >= ACTIVE_FROM_SCORE) return 'active'
  if (score >= WARMING_FROM_SCORE) return 'warming'
  if (now - createdAt <= FRESH_FOR_MS) return 'fresh'
  const silentFor = now - (lastMessageAt ?? createdAt)
  if (silentFor >= ICE_AFTER_MS) return 'ice'
  return silentFor >= NIGHT_AFTER_MS && silentFor <= NIGHT_UNTIL_MS ? 'night' : 'quiet'
}

export type ActivityHeat = 'hot' | 'active' | 'warming' | 'fresh'

/** The heat of a space in My Workspaces. */
export function activityHeat({ score, state }: Pick<Activity, 'score' | 'state'>): ActivityHeat {
  if (score >= HOT_FROM_SCORE || state === 'hot') return 'hot'
  if (score >= ACTIVE_FROM_SCORE || state === 'active') return 'active'
  return score >= WARMING_FROM_SCORE || state === 'warming' ? 'warming' : 'fresh'
}

/** The consecutive UTC days with a message, the last of them today or yesterday. */
export interface Streak {
  /** A time on its first day; null if nobody has posted. */
  readonly since: number | null
  readonly lastMessageAt: number | null
}

/** The length of the streak in days; 0 after a whole day without a message. */
export function streakDays({ since, lastMessageAt }: Streak, now: number): number {
  if (since === null || lastMessageAt === null) return 0
  const lastDay = dayOf(lastMessageAt)
  return dayOf(now) - lastDay > 1 ? 0 : lastDay - dayOf(since) + 1
}

/** Days since 1970, in UTC. */
function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** A space is recently active for this long after its last activity. */
const RECENTLY_ACTIVE_MS = 336 * HOUR_MS

export function isRecentlyActive(
  { last_activity_at: last }: Pick<Activity, 'last_activity_at'>,
  now: number,
): boolean {
  return last !== null && now - Date.parse(last) <= RECENTLY_ACTIVE_MS
}

export function isActiveNow({
  messages_5m: messages,
  active_users_30m: people,
}: Pick<Activity, 'messages_5m' | 'active_users_30m'>): boolean {
  return messages > 0 || people > 0
}
