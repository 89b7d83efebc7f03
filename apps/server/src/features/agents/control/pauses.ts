/** Who paused an agent, and why: each lifts only their own (docs/rules/agents.md#kill-switch). */

/** The reasons, keyed by who paused it: the entries of `disabled_by`. */
export type Pauses = Readonly<Record<string, string>>

/** An agent's pauses as stored. */
export interface PausedRow {
  readonly disabled_by: readonly string[]
  readonly disabled_reason: string | null
  readonly pauses: unknown
}

export const BY_ADMINISTRATOR = 'managed:agent'
export const BY_GLOBAL_SWITCH = 'managed:global'
const OWNER = 'owner:'

export function byOwner(username: string): string {
  return `${OWNER}${username}`
}

export function isByAdministrator(entry: string): boolean {
  return !entry.startsWith(OWNER)
}

export function pausesOf({ disabled_by: by, disabled_reason: reason, pauses }: PausedRow): Pauses {
  // only written by this module
  const reasons = pauses as Pauses
  return Object.fromEntries(by.map((entry) => [entry, reasons[entry] ?? reason ?? '']))
}

export function withPause(pauses: Pauses, entry: string, reason: string): Pauses {
  return { ...pauses, [entry]: reason }
}

export function withoutPauses(pauses: Pauses, isLifted: (entry: string) => boolean): Pauses {
  return Object.fromEntries(Object.entries(pauses).filter(([entry]) => !isLifted(entry)))
}

/** Who paused it, the widest pause first, and the reason of that one. */
export function shownPauses(pauses: Pauses): { disabledBy: string[]; reason: string | null } {
  const disabledBy = Object.keys(pauses).toSorted((a, b) => reachOf(b) - reachOf(a) || (a < b ? -1 : 1))
  const [furthest] = disabledBy
  return { disabledBy, reason: furthest === undefined ? null : (pauses[furthest] ?? null) }
}

function reachOf(entry: string): number {
  if (entry === BY_GLOBAL_SWITCH) return 2
  return isByAdministrator(entry) ? 1 : 0
}
