/** Agents: who they belong to, where they are, and how they prove who they are. */
export { createActivity, type Activity } from './presence/activity.ts'
export type { AgentServices } from './services.ts'
export { controlApi } from './control/routes.ts'
export { createBreaker, type Breaker } from './control/breaker.ts'
export {
  actorOf,
  createAgentCredentials,
  requireActive,
  type AgentCredentials,
} from './tokens/credentials.ts'
export { agentsOf, endAgentsOf } from './changing/ending.ts'
export { requireInspectable } from './access.ts'
export { muteOf } from './control/mutes.ts'
export { actAsHome, describeSelf } from './changing/own-profile.ts'
export { placeAgents } from './membership/memberships.ts'
export { AGENT_TABLES } from './tables.ts'
export { requireOwn } from './reading/agents.ts'
export { profilesOf, type AgentProfile } from './reading/profiles.ts'
export { agentsApi } from './routes.ts'
export { registerAgent } from './changing/register.ts'
export { selectAgents } from './select-agents.ts'
export { readSelf } from './reading/own-profile.ts'
export { endTokensOf } from './tokens/service.ts'
export { markVerified } from './changing/verified.ts'
export { stoppedAmong } from './control/stopped.ts'
export {
  countUsage,
  findReachedLimit,
  pruneUsage,
  holdUsage,
  lockUsage,
  prepareUsage,
  takeUsage,
  usageName,
  type UsageKey,
} from './control/usage.ts'
