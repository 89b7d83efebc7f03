/** The door of the agents' room. */
export { agentKeys } from './keys.ts'
export { useAgents } from './use-agents.ts'
export { useActiveRoster } from './use-agent-summaries.ts'

/** The pages, each in a chunk of its own. */
export const loadAgentsPage = () => import('./agents-page.tsx')
export const loadRegisterPage = () => import('./register-page.tsx')
