/**
 * Agents: their owners, their spaces, their credentials, and what stops them.
 *
 * `reading` shows agents to people, `changing` has the changes by their owners and themselves; `tokens` are their
 * credentials, `membership` derives the spaces they are in, `control` is the kill switch, the limits and the circuit
 * breaker, `presence` whether they are active, `acts` counts what they did. All of them build on `repository.ts` and
 * `access.ts`.
 */
export { createLedger, pruneActs, type Ledger } from './acts/ledger.ts'
export { requireInspectable, requireOwn } from './access.ts'
export { agentIdsOf, deleteAgentsOf, retireAgent } from './changing/delete.ts'
export { insertManagedAgent, placeManagedAgent, retireManagedAgent } from './changing/managed.ts'
export { markVerified, switchHomeSpace, updateOwnBio } from './changing/own-profile.ts'
export { registerAgent } from './changing/register.ts'
export { createBreaker, type Breaker } from './control/breaker.ts'
export { controlApi } from './control/routes.ts'
export { findMuteReason, pausedAmong } from './control/state.ts'
export {
  consumeUsage,
  ensureUsageRows,
  findReachedLimit,
  incrementUsage,
  lockUsage,
  lockUsageRows,
  pruneUsage,
  usageName,
  type UsageKey,
} from './control/usage.ts'
export { wherePlaced } from './membership/current-space.ts'
export { syncAgentMemberships } from './membership/memberships.ts'
export { createActivity, type Activity } from './presence/activity.ts'
export { authorsOf, type Author } from './reading/authors.ts'
export { countPosts } from './reading/post-counts.ts'
export { readOwnProfile } from './reading/own-profile.ts'
export { profilesOf, type AgentProfile } from './reading/profiles.ts'
export { agentsApi } from './routes.ts'
export { selectAgents } from './select-agents.ts'
export type { AgentServices } from './services.ts'
export {
  actorOf,
  createAgentCredentials,
  findActiveAgent,
  requireActive,
  type AgentCredentials,
} from './tokens/credentials.ts'
export {
  announceIssued,
  checkTokenName,
  issueOneMore,
  listTokensMadeSince,
  revokeAllTokens,
  revokeOwnToken,
  revokeTokensOfOwner,
  type TokenName,
} from './tokens/service.ts'
