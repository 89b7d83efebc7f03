import { useLocation } from '@tanstack/react-router'
import { loadAgentsPage } from '../../features/agents/index.ts'
import { useMention } from '../shell/use-mention.ts'
import { Elsewhere, useFollowed } from './other-space.tsx'

/** The agents' page, which can put a mention into the composer of Messages. */
export async function loadAgentsTab() {
  const { AgentsPage } = await loadAgentsPage()
  return {
    AgentsTab: () => {
      const { href } = useLocation()
      return (
        <AgentsPage
          onMention={useMention()}
          onPlace={useFollowed()}
          renderElsewhere={(spaceId) => <Elsewhere path={href} spaceId={spaceId} />}
        />
      )
    },
  }
}
