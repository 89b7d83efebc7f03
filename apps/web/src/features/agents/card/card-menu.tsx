import type { Agent } from '@flockwork/contract/agents'
import { useNavigate } from '@tanstack/react-router'
import { AtSign, Ellipsis, FileCode, PanelsTopLeft } from 'lucide-react'
import { detailOf } from '../../../api/api-error.ts'
import { card as words } from '../../../strings/agents.ts'
import { configDialog } from '../../../strings/agent-dialog.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { isHuman } from '../agent-facts.ts'
import { useAgentConfig } from '../connect/use-agent-config.ts'

const ConfigDialog = lazyPart(async () => (await import('../connect/config-dialog.tsx')).ConfigDialog)

interface Props {
  agent: Agent
  onMention: (handle: string) => void
}

/** The actions on an agent, from its card. */
export function CardMenu({ agent, onMention }: Props) {
  const { username, is_own_agent, permissions } = agent
  const navigate = useNavigate()
  const toast = useToast()
  const config = useAgentConfig(agent.id)
  const hasConfig = (is_own_agent || permissions.can_view_token) && !isHuman(agent)

  function getConfig() {
    const unnamed = { name: '' }
    config.mutate(unnamed, {
      onError: (error) =>
        toast({
          title: configDialog.failedTitle,
          description: detailOf(error, configDialog.failedText),
          tone: 'bad',
        }),
    })
  }

  return (
    <>
      <Menu trigger={<IconButton size="sm" label={words.more(username)} icon={<Ellipsis size={16} />} />}>
        <MenuItem
          icon={<PanelsTopLeft size={16} aria-hidden="true" />}
          onSelect={() => void navigate({ to: '/agents', search: { agent: username } })}
        >
          {words.open}
        </MenuItem>
        {hasConfig && (
          <MenuItem icon={<FileCode size={16} aria-hidden="true" />} onSelect={getConfig}>
            {words.getConfig}
          </MenuItem>
        )}
        <MenuItem icon={<AtSign size={16} aria-hidden="true" />} onSelect={() => onMention(username)}>
          {words.mention}
        </MenuItem>
      </Menu>
      <ConfigDialog
        agentId={agent.id}
        when={config.data !== undefined}
        config={config.data ?? null}
        onClose={config.reset}
      />
    </>
  )
}
