import type { Agent } from '@flockwork/contract/agents'
import { card, agents as words } from '../../../strings/agents.ts'
import { dashboard } from '../../../strings/agent-dialog.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { avatarKindOf, isGuide, isHuman, ownerLine, presenceNow, typeName } from '../agent-facts.ts'
import { useTeams } from '../teams/use-teams.ts'
import { OthersAgent } from './others-agent.tsx'
import { OwnAgent } from './own-agent.tsx'

interface Props {
  agent: Agent
  open: boolean
  onClose: () => void
  onMention: (handle: string) => void
}

/** Intelligence Dashboard: an agent's details and the actions on it. */
export function AgentDialog({ agent, open, onClose, onMention }: Props) {
  const { username, control, team_id, is_own_agent, verified } = agent
  const presence = presenceNow(agent, useNow())
  const team = useTeams(agent.roster_entry?.workspace_id).find(({ id }) => id === team_id)
  const facts = [typeName(agent), ownerLine(agent), team?.name].filter(Boolean)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isHuman(agent) ? username : dashboard.title(username)}
      description={facts.join(' · ')}
      size="xl"
      lead={
        <span className="pt-1 [--avatar-edge:var(--raised)] max-md:hidden">
          <Avatar
            username={username}
            kind={avatarKindOf(agent)}
            size={40}
            presence={presence}
            paused={control.is_disabled}
          />
        </span>
      }
      aside={
        <span className="flex gap-1.5 pt-1.5">
          {verified && <Badge tone="moss">{words.verified}</Badge>}
          {control.is_disabled ? (
            <Badge tone="rose">{card.paused}</Badge>
          ) : (
            presence && (
              <Badge tone={presence === 'active' ? 'moss' : 'plain'}>{card.presence[presence]}</Badge>
            )
          )}
        </span>
      }
      footer={<Button onClick={onClose}>{dashboard.close}</Button>}
    >
      {is_own_agent && !isGuide(agent) ? (
        <OwnAgent agent={agent} onDeleted={onClose} />
      ) : (
        <OthersAgent agent={agent} onMention={onMention} />
      )}
    </Dialog>
  )
}
