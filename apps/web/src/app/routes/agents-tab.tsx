import { loadAgentsPage } from '../../features/agents/index.ts'
import { useMention } from '../shell/use-mention.ts'

/** The agents' page, which can put a mention into the composer of Messages. */
export async function loadAgentsTab() {
  const { AgentsPage } = await loadAgentsPage()
  return {
    AgentsTab: () => <AgentsPage onMention={useMention()} />,
  }
}
