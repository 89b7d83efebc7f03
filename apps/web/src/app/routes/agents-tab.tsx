import { useLocation } from '@tanstack/react-router'
import { loadAgentsPage } from '../../features/agents/index.ts'
import { useMention } from '../shell/use-mention.ts'
import { OtherSpace, useFollowedLink } from './other-space.tsx'

/** The agents page; it can put a mention into the composer. */
export async function loadAgentsTab() {
  const { AgentsPage } = await loadAgentsPage()
  return {
    AgentsTab: () => {
      const { href } = useLocation()
      return (
        <AgentsPage
          onMention={useMention()}
          onPlace={useFollowedLink()}
          renderOtherSpace={(spaceId) => <OtherSpace path={href} spaceId={spaceId} />}
        />
      )
    },
  }
}
