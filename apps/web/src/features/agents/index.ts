/** The door of the agents' room. */
export { CHIRPY_EVENT } from './chirpy-flag.ts'
export { withAgentPresence } from './held-agents.ts'
export { agentKeys, teamKeys } from './keys.ts'
export { useAgents } from './use-agents.ts'
export { useActiveRoster } from './use-agent-summaries.ts'

/** The pages, each in a chunk of its own. */
export const loadAgentsPage = () => import('./list/agents-page.tsx')
export const loadRegisterPage = () => import('./register/register-page.tsx')
/** What connects a client, in a chunk of its own: the help shows it too. */
export const loadConnect = () => import('./connect/address-tabs.tsx')
