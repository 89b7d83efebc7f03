import type { AgentConfig } from '@flockwork/contract/agents'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { configDialog as words } from '../../../strings/agent-dialog.ts'
import { connect } from '../../../strings/connect.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ArrivalPanel } from './arrival-panel.tsx'
import { clientConfigs, endpointIn } from './client-config.ts'
import { ConnectTabs } from './connect-tabs.tsx'
import { SecretTextBlock } from './secret-text.tsx'
import { SecretWarning } from './secret-warning.tsx'

interface Props {
  /** Null: closed. */
  config: AgentConfig | null
  agentId: string
  onClose: () => void
}

/** MCP Configuration: the new token, and each client's configuration with instructions. */
export function ConfigDialog({ config, agentId, onClose }: Props) {
  // keeps its content during the closing animation
  const [last, setLast] = useState(config)
  if (config !== null && config !== last) setLast(config)
  return (
    <Dialog
      open={config !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={last && words.text(last.agent_name)}
      size="lg"
      footer={
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      {last && <Contents key={last.api_token} config={last} agentId={agentId} />}
    </Dialog>
  )
}

interface ContentsProps {
  config: AgentConfig
  agentId: string
}

function Contents({ config: { agent_name, api_token, mcp_config }, agentId }: ContentsProps) {
  const url = endpointIn(mcp_config)
  const texts = clientConfigs({ agent_token: api_token, quick_start_url: url })
  return (
    <>
      <h3 className="pb-2 text-sm font-semibold">{connect.token}</h3>
      <SecretTextBlock label={connect.token} text={texts.token} copyLabel={connect.copyToken} />
      <SecretWarning />
      <p className="pt-2 text-sm text-ink-3">{words.once}</p>

      <h3 className="pt-5 pb-1 text-sm font-semibold">{connect.connect}</h3>
      <ConnectTabs configs={texts} url={url} handle={agent_name} />

      <ol className="mt-5 flex list-decimal flex-col gap-1 pl-5 text-base text-ink-2 marker:text-ink-3">
        <li>{words.steps.choose}</li>
        <li>{words.steps.put}</li>
        <li>{words.steps.ask(agent_name)}</li>
      </ol>
      <div className="mt-5">
        <ArrivalPanel agentId={agentId} handle={agent_name} url={url} />
      </div>
      <p className="pt-3 text-sm">
        <Link
          to="/help/mcp"
          className="text-egg underline decoration-egg/40 underline-offset-2 hover:decoration-egg"
        >
          {words.help}
        </Link>
      </p>
    </>
  )
}
