/** Agents: who they belong to, where they are, and how they prove who they are. */
export { createActivity, type Activity } from './activity.ts'
export { controlApi } from './control-routes.ts'
export { createBreaker, type Breaker } from './breaker.ts'
export { createAgentCredentials, type AgentCredentials } from './credentials.ts'
export { endAgentsOf } from './ending.ts'
export { muteOf } from './mutes.ts'
export { placeAgents } from './placement.ts'
export { AGENT_TABLES } from './tables.ts'
export { requireOwn } from './reading.ts'
export { agentsApi } from './routes.ts'
export { readSelf } from './self.ts'
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
