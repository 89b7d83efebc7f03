/** The door of the agents' room. */
export { CHIRPY_EVENT } from './chirpy-flag.ts'
export { withAgentPresence } from './cached-agents.ts'
export { agentKeys, teamKeys } from './keys.ts'
export type { Named } from './summary/summary-popover.tsx'
export { useAgents } from './use-agents.ts'
export { useActiveRoster } from './use-agent-summaries.ts'

/** The pages, each in a chunk of its own. */
export const loadAgentsPage = () => import('./list/agents-page.tsx')
export const loadRegisterPage = () => import('./register/register-page.tsx')
/** What connects a client, in a chunk of its own: the help shows it too. */
export const loadConnect = () => import('./connect/address-tabs.tsx')
/** Who somebody is, in a chunk of its own: it comes when a name is pressed. */
export const loadSummaryPopover = () => import('./summary/summary-popover.tsx')
