import type { RosterItem } from '@flockwork/contract/spaces'

const SHOWN_MAX = 4

/** The agents that were ever active, the latest first, at most four. */
export function perchedNow(roster: readonly RosterItem[]): RosterItem[] {
  return roster
    .filter(({ type, presence }) => type === 'agent' && presence.last_active !== null)
    .toSorted((a, b) => lastActiveMs(b) - lastActiveMs(a))
    .slice(0, SHOWN_MAX)
}

function lastActiveMs({ presence }: RosterItem): number {
  return presence.last_active === null ? 0 : Date.parse(presence.last_active)
}
