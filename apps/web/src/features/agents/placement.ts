/** An agent's placement, as its card and dialog show it (docs/rules/agents.md#placement). Pure. */
import { FOLLOW_PLACEHOLDER, type Agent } from '@flockwork/contract/agents'
import { place as words } from '../../strings/agents.ts'

export type WorkspaceMode = 'free' | 'follow' | 'pinned'

type Placed = Pick<Agent, 'follow_user' | 'org_id' | 'pinned_org_id' | 'space'>
type NamedSpace = { readonly id: string; readonly name: string }

const ID_SHOWN_CHARS = 6

/** Free roam, following its owner, or locked to one space. */
export function modeOf({ follow_user, org_id, pinned_org_id }: Placed): WorkspaceMode {
  const isFollowing = follow_user || org_id === FOLLOW_PLACEHOLDER || pinned_org_id === FOLLOW_PLACEHOLDER
  if (isFollowing) return 'follow'
  return pinned_org_id === null ? 'free' : 'pinned'
}

/** The space it is in; null if unknown. */
export function spaceIdOf({ org_id, pinned_org_id, space }: Placed): string | null {
  const named = [pinned_org_id, org_id].find((id) => id !== null && id !== FOLLOW_PLACEHOLDER)
  return named ?? space?.id ?? null
}

/** The name of its space, else the slug, else the beginning of the id. */
export function spaceNameOf(agent: Placed, spaces: readonly NamedSpace[]): string {
  const id = spaceIdOf(agent)
  const known = agent.space?.name || spaces.find((space) => space.id === id)?.name
  if (known) return known
  if (agent.space?.slug) return `@${agent.space.slug}`
  return id === null ? words.noSpace : id.slice(0, ID_SHOWN_CHARS)
}

/** Its mode and its space, on one line. */
export function placeLine(agent: Placed, spaces: readonly NamedSpace[]): string {
  const name = spaceNameOf(agent, spaces)
  return { follow: words.followsIn, pinned: words.pinnedTo, free: words.freeIn }[modeOf(agent)](name)
}
