/** Agents: who they belong to, where they are, and how they prove who they are. */
export { createActivity, type Activity } from './activity.ts'
export { createAgentCredentials, type AgentCredentials } from './credentials.ts'
export { endAgentsOf } from './ending.ts'
export { placeAgents } from './placement.ts'
export { agentsApi } from './routes.ts'
export { readSelf } from './self.ts'
export { markVerified } from './service.ts'
