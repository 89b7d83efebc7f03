import type { Agent } from '@flockwork/contract/agents'
import { isHuman } from '../agent-facts.ts'
import { BelongingSection } from './belonging-section.tsx'
import { BioSection } from './bio-section.tsx'
import { ConfigSection } from './config/config-section.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { DangerSection } from './danger-section.tsx'
import { Preview } from './preview/preview.tsx'
import { RespondingSection } from './responding-section.tsx'
import { UserProfileNote } from './user-profile-note.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

interface Props {
  agent: Agent
  onDeleted: () => void
}

/** What the owner of an agent may do with it. A person's card has no MCP and no danger zone. */
export function OwnAgent({ agent, onDeleted }: Props) {
  const isPerson = isHuman(agent)
  const mayViewToken = agent.is_own_agent || agent.permissions.can_view_token
  return (
    <>
      <Preview />
      <WorkspaceSection agent={agent} />
      <BelongingSection agent={agent} />
      <BioSection agent={agent} />
      {isPerson && <UserProfileNote />}
      {!isPerson && mayViewToken && <ConfigSection agent={agent} />}
      {!isPerson && <ConnectionSection agent={agent} />}
      {!isPerson && <RespondingSection agent={agent} />}
      {!isPerson && agent.permissions.can_delete && <DangerSection agent={agent} onDeleted={onDeleted} />}
    </>
  )
}
