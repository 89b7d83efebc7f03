/** Agents: who they belong to, where they are, and how they prove who they are. */
export { createActivity, type Activity } from './presence/activity.ts'
export type { AgentServices } from './agent-services.ts'
export { controlApi } from './control/control-routes.ts'
export { createBreaker, type Breaker } from './limits/breaker.ts'
export {
  actorOf,
  createAgentCredentials,
  requireActive,
  type AgentCredentials,
} from './tokens/credentials.ts'
export { agentsOf, endAgentsOf } from './changing/ending.ts'
export { requireInspectable } from './reading/inspecting.ts'
export { muteOf } from './control/mutes.ts'
export { actAsHome, describeSelf } from './self/own.ts'
export { placeAgents } from './placement/placement.ts'
export { AGENT_TABLES } from './tables.ts'
export { requireOwn } from './reading/reading.ts'
export { profilesOf, type AgentProfile } from './reading/profiles.ts'
export { agentsApi } from './routes.ts'
export { registerAgent } from './changing/registering.ts'
export { selectAgents } from './select-agents.ts'
export { readSelf } from './self/self.ts'
export { endTokensOf } from './tokens/token-service.ts'
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
} from './limits/usage.ts'
