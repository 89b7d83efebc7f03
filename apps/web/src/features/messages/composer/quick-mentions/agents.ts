/** Which agents and topics the quick mentions offer (docs/rules/interface.md#quick-mentions). Pure. */
import type { RosterItem } from '@flockwork/contract/spaces'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { byRecency } from '../../text-field/completion.ts'

/** Chips of the bar; the rest is in a menu. */
export const SHOWN_MAX = 6
export const SELECTED_MAX = 20
export const LISTED_MAX = 20
const TO_ADD_MAX = 10
const DEFAULT_MAX = 10
const TEAMS_MAX = 4
/** The team with the target icon. */
const CORE_TEAM = 'core'

export const FIXED_TOPICS = ['Dev', 'Design', 'Testing', 'Bug', 'Feature', 'Help', 'Planning'] as const

/** The agents of a space: Chirpy, then the most recently active. */
export function orderedAgents(people: readonly RosterItem[]): RosterItem[] {
  const agents = people.filter(({ type }) => type === 'agent').toSorted(byRecency)
  const isGuide = ({ handle }: RosterItem) => handle === GUIDE_HANDLE
  return [...agents.filter(isGuide), ...agents.filter((item) => !isGuide(item))]
}

/** The selected agents in the order of their selection; without a selection the first of `agents`. */
export function selectedAgents(
  agents: readonly RosterItem[],
  selection: readonly string[] | null,
): RosterItem[] {
  if (selection === null) return agents.slice(0, DEFAULT_MAX)
  return selection.flatMap((id) => agents.find((agent) => agent.id === id) ?? [])
}

/** How many chips fit into `roomPx` uncut; `morePx` is reserved for the menu with the rest. */
export function chipsThatFit(
  widths: readonly number[],
  { roomPx, gapPx, morePx, hasMore }: { roomPx: number; gapPx: number; morePx: number; hasMore: boolean },
): number {
  const ends = widths.map((_, index) =>
    widths.slice(0, index + 1).reduce((sum, width) => sum + width + gapPx, -gapPx),
  )
  const areAllIn = !hasMore && (ends.at(-1) ?? 0) <= roomPx
  return areAllIn ? widths.length : ends.filter((end) => end + gapPx + morePx <= roomPx).length
}

/** Adds the id to the selection, unless that is full, or removes it. */
export function toggle(selection: readonly string[], id: string): readonly string[] {
  if (selection.includes(id)) return selection.filter((other) => other !== id)
  return selection.length < SELECTED_MAX ? [...selection, id] : selection
}

/** The first ten, for the menu of things to insert. */
export function agentsToAdd(agents: readonly RosterItem[]): readonly RosterItem[] {
  return agents.slice(0, TO_ADD_MAX)
}

export interface Team {
  id: string
  name: string
  isCore: boolean
}

/** The four teams with the most agents. */
export function largestTeams(agents: readonly RosterItem[]): Team[] {
  const teams = new Map<string, Team & { agents: number }>()
  for (const { team_id: id, team_name } of agents) {
    if (id === null) continue
    const known = teams.get(id) ?? { id, name: team_name ?? id, isCore: id === CORE_TEAM, agents: 0 }
    teams.set(id, { ...known, agents: known.agents + 1 })
  }
  return [...teams.values()]
    .toSorted((one, other) => other.agents - one.agents || (one.name < other.name ? -1 : 1))
    .slice(0, TEAMS_MAX)
    .map(({ id, name, isCore }) => ({ id, name, isCore }))
}

/** The first twenty to select from, of one team or of all. */
export function listedAgents(agents: readonly RosterItem[], teamId: string | null): RosterItem[] {
  return agents.filter(({ team_id }) => teamId === null || team_id === teamId).slice(0, LISTED_MAX)
}
