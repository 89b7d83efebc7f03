/** The door of the agents room. */
export { CHIRPY_EVENT } from './chirpy-flag.ts'
export { withAgentPresence } from './cached-agents.ts'
export { agentKeys, teamKeys } from './keys.ts'
export type { Named } from './summary/summary-popover.tsx'
export { useAgents } from './use-agents.ts'
export { useActiveRoster } from './use-agent-summaries.ts'

/** The pages, each a separate chunk. */
export const loadAgentsPage = () => import('./list/agents-page.tsx')
export const loadRegisterPage = () => import('./register/register-page.tsx')
/** The setup of a client, as a separate chunk: the help shows it too. */
export const loadConnect = () => import('./connect/address-tabs.tsx')
/** The summary of an account, as a separate chunk: loaded when a name is clicked. */
export const loadSummaryPopover = () => import('./summary/summary-popover.tsx')
