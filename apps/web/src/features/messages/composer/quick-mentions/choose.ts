/** Whom and what the quick mentions offer (docs/rules/interface.md#quick-mentions). Pure. */
import type { RosterItem } from '@flockwork/contract/spaces'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { byRecency } from '../../text-field/completion.ts'

/** Chips of the bar; the rest stands in a menu. */
export const SHOWN_MAX = 6
export const CHOSEN_MAX = 20
export const LISTED_MAX = 20
const OFFERED_TO_ADD_MAX = 10
const DEFAULT_MAX = 10
const COLOURED_MAX = 7
const TEAMS_MAX = 4
/** The team with the target for a sign. */
const CORE_TEAM = 'core'

export const FIXED_TOPICS = ['Dev', 'Design', 'Testing', 'Bug', 'Feature', 'Help', 'Planning'] as const

/** The agents of a space: Chirpy, then the most recently active. */
export function inOrder(people: readonly RosterItem[]): RosterItem[] {
  const agents = people.filter(({ type }) => type === 'agent').toSorted(byRecency)
  const isGuide = ({ handle }: RosterItem) => handle === GUIDE_HANDLE
  return [...agents.filter(isGuide), ...agents.filter((item) => !isGuide(item))]
}

/** Those chosen by id, in the order they were chosen; by default the first of the order. */
export function chosenOf(agents: readonly RosterItem[], kept: readonly string[] | null): RosterItem[] {
  if (kept === null) return agents.slice(0, DEFAULT_MAX)
  return kept.flatMap((id) => agents.find((agent) => agent.id === id) ?? [])
}

/** The choice with this one taken in or out; as it was where there is no room for one more. */
export function toggled(chosen: readonly string[], id: string): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id)
  return chosen.length < CHOSEN_MAX ? [...chosen, id] : chosen
}

/** The first ten, for the menu that adds to the text. */
export function offeredToAdd(agents: readonly RosterItem[]): readonly RosterItem[] {
  return agents.slice(0, OFFERED_TO_ADD_MAX)
}

/** The ids of those that have a colour: the seven most recently active. The others are grey. */
export function colouredOf(agents: readonly RosterItem[]): ReadonlySet<string> {
  const wereActive = agents.filter(({ presence }) => presence.last_active !== null).toSorted(byRecency)
  return new Set(wereActive.slice(0, COLOURED_MAX).map(({ id }) => id))
}

export interface Team {
  id: string
  name: string
  isCore: boolean
}

/** The four teams with the most agents. */
export function teamsOf(agents: readonly RosterItem[]): Team[] {
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

/** The first twenty to choose from, of one team or of all. */
export function listedOf(agents: readonly RosterItem[], teamId: string | null): RosterItem[] {
  return agents.filter(({ team_id }) => teamId === null || team_id === teamId).slice(0, LISTED_MAX)
}
