/** Agents: who they belong to, where they are, and how they prove who they are. */
export { createActivity, type Activity } from './activity.ts'
export type { AgentServices } from './agent-services.ts'
export { controlApi } from './control-routes.ts'
export { createBreaker, type Breaker } from './breaker.ts'
export { actorOf, createAgentCredentials, requireActive, type AgentCredentials } from './credentials.ts'
export { agentsOf, endAgentsOf } from './ending.ts'
export { requireInspectable } from './inspecting.ts'
export { muteOf } from './mutes.ts'
export { actAsHome, describeSelf } from './own.ts'
export { placeAgents } from './placement.ts'
export { AGENT_TABLES } from './tables.ts'
export { requireOwn } from './reading.ts'
export { profilesOf, type AgentProfile } from './profiles.ts'
export { agentsApi } from './routes.ts'
export { registerAgent } from './registering.ts'
export { selectAgents } from './select-agents.ts'
export { readSelf } from './self.ts'
export { endTokensOf } from './token-service.ts'
export { markVerified } from './verified.ts'
export { stoppedAmong } from './stopped.ts'
export {
  countUsage,
  findReachedLimit,
  forgetOldUsage,
  holdUsage,
  lockUsage,
  prepareUsage,
  takeUsage,
  usageName,
  type UsageKey,
} from './usage.ts'
