import type { RosterItem } from '@flockwork/contract/spaces'

const SHOWN_MAX = 4

/** The four most recently active agents, latest first. */
export function recentAgentsOf(roster: readonly RosterItem[]): RosterItem[] {
  return roster
    .filter(({ type, presence }) => type === 'agent' && presence.last_active !== null)
    .toSorted((a, b) => lastActiveMs(b) - lastActiveMs(a))
    .slice(0, SHOWN_MAX)
}

function lastActiveMs({ presence }: RosterItem): number {
  return presence.last_active === null ? 0 : Date.parse(presence.last_active)
}
