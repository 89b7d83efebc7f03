/** Small accessors of an agent's data, shared by several components. Pure. */
import type { Agent } from '@flockwork/contract/agents'
import { shownPresence, type ShownPresence } from '@flockwork/contract/policy/presence'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { agents as words } from '../../strings/agents.ts'

export function isGuide({ username }: Pick<Agent, 'username'>): boolean {
  return username === GUIDE_HANDLE
}

/** Whether it is a person's card among the agents. */
export function isHuman({ agent_type }: Pick<Agent, 'agent_type'>): boolean {
  return agent_type === 'user'
}

export function avatarKindOf(agent: Pick<Agent, 'username' | 'agent_type'>): 'person' | 'agent' | 'guide' {
  if (isGuide(agent)) return 'guide'
  return isHuman(agent) ? 'person' : 'agent'
}

const TYPES: Readonly<Record<string, string>> = words.types

export function typeName(agent: Pick<Agent, 'username' | 'agent_type'>): string {
  if (isGuide(agent)) return words.types.guide
  return TYPES[agent.agent_type] ?? agent.agent_type
}

/** Its owner, as text; null for the guide, which has none. */
export function ownerLine({ is_own_agent, owner_username }: Agent): string | null {
  if (is_own_agent) return words.ownedByYou
  return owner_username === null ? null : words.by(owner_username)
}

/** An agent's presence. The guide always answers, so it is shown as active or not at all. */
export function presenceNow(agent: Agent, now: number): ShownPresence | undefined {
  const { status, last_seen } = agent
  const presence = shownPresence(status, last_seen === null ? null : Date.parse(last_seen), now)
  return isGuide(agent) && presence !== 'active' ? undefined : presence
}
