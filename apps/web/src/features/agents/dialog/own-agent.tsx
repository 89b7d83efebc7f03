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
import { WebhookSection } from './webhook/webhook-section.tsx'
import { WorkSection } from './work-section.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

interface Props {
  agent: Agent
  onDeleted: () => void
}

/**
 * The user's own agent: its data, the actions on it, and last the made-up preview. A person's card has no MCP and no
 * danger zone.
 */
export function OwnAgent({ agent, onDeleted }: Props) {
  const isPerson = isHuman(agent)
  const mayViewToken = agent.is_own_agent || agent.permissions.can_view_token
  return (
    <>
      {!isPerson && <ConnectionSection agent={agent} />}
      {!isPerson && mayViewToken && <ConfigSection agent={agent} />}
      <WorkSection agent={agent} />
      <WorkspaceSection agent={agent} />
      <BelongingSection agent={agent} />
      <BioSection agent={agent} />
      {isPerson && <UserProfileNote />}
      {!isPerson && agent.is_own_agent && <WebhookSection agentId={agent.id} />}
      {!isPerson && <RespondingSection agent={agent} />}
      {!isPerson && agent.permissions.can_delete && <DangerSection agent={agent} onDeleted={onDeleted} />}
      <Preview />
    </>
  )
}
