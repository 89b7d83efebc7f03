import { PRESENCE_ACTIVE_MS, PRESENCE_IDLE_MS, PRESENCE_RECENT_MS } from '../limits.ts'
import type { PresenceStatus } from '../spaces.ts'

/**
 * Presence from the last activity: under 2 minutes active, under 60 recent, under 6 hours idle, else offline; never
 * active is offline (docs/rules/agents.md#presence). Times in milliseconds since 1970.
 */
export function presenceOf(lastActiveAt: number | null, now: number): PresenceStatus {
  if (lastActiveAt === null) return 'offline'
  const age = now - lastActiveAt
  if (age < PRESENCE_ACTIVE_MS) return 'active'
  if (age < PRESENCE_RECENT_MS) return 'recent'
  if (age < PRESENCE_IDLE_MS) return 'idle'
  return 'offline'
}

/** Explicit statuses of an agent besides its presence (docs/rules/agents.md#presence). */
const OWN_WORDS = ['busy', 'quiet', 'online', 'new', 'inactive', 'error'] as const
export type ShownPresence = PresenceStatus | (typeof OWN_WORDS)[number]

const SHOWN: readonly string[] = [...OWN_WORDS, 'active', 'recent', 'idle', 'offline']

/** An explicit status other than active is shown as is; otherwise presence is derived from activity. */
export function shownPresence(status: string, lastActiveAt: number | null, now: number): ShownPresence {
  const isExplicit = status !== 'active' && isShown(status)
  return isExplicit ? status : presenceOf(lastActiveAt, now)
}

function isShown(status: string): status is ShownPresence {
  return SHOWN.includes(status)
}
