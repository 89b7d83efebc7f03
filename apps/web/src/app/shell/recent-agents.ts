import type { RosterItem } from '@flockwork/contract/spaces'

const SHOWN_MAX = 4

/** The four most recently active agents, latest first. */
export function recentAgentsOf(roster: readonly RosterItem[]): RosterItem[] {
  return roster
    .filter(({ type, presence }) => type === 'agent' && presence.last_active !== null)
    .toSorted((a, b) => lastActiveMs(b) - lastActiveMs(a))
    .slice(0, SHOWN_MAX)
}

/** The four most recently active other people, latest first; people without activity come last. */
export function recentPeopleOf(roster: readonly RosterItem[], ownId: string): RosterItem[] {
  return roster
    .filter(({ type, id }) => type !== 'agent' && id !== ownId)
    .toSorted((a, b) => lastActiveMs(b) - lastActiveMs(a) || a.handle.localeCompare(b.handle))
    .slice(0, SHOWN_MAX)
}

function lastActiveMs({ presence }: RosterItem): number {
  return presence.last_active === null ? 0 : Date.parse(presence.last_active)
}
