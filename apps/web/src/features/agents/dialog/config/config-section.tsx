import type { Agent } from '@flockwork/contract/agents'
import { useState } from 'react'
import { detailOf } from '../../../../api/api-error.ts'
import { config as words, dashboard } from '../../../../strings/agent-dialog.ts'
import { AlertDialog, AskDialog } from '../../../../ui/ask-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useToast } from '../../../../ui/toast-store.ts'
import { DialogSection } from '../dialog-section.tsx'
import { ConfigDialog } from '../../connect/config-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { useAgentConfig, useRegenerateToken } from '../../connect/use-agent-config.ts'

/** How the agent's clients get in: a configuration with a new token, and the tokens that live. */
export function ConfigSection({ agent }: { agent: Agent }) {
  const { id, username, permissions } = agent
  const toast = useToast()
  const config = useAgentConfig(id)
  const replace = useRegenerateToken(id, username)
  const [isAsking, setAsking] = useState(false)

  function regenerate() {
    replace.mutate(undefined, {
      onSettled: () => setAsking(false),
      onError: (error) =>
        toast({
          title: words.regenerateFailed,
          description: detailOf(error, dashboard.tryAgain),
          tone: 'bad',
        }),
    })
  }

  function close() {
    config.reset()
    replace.reset()
  }

  return (
    <DialogSection title={words.title}>
      <p className="max-w-measure text-base text-ink-2">{words.text}</p>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button busy={config.isPending} onClick={() => config.mutate()}>
          {config.isPending ? words.getting : words.get}
        </Button>
        {permissions.can_regenerate_token && (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {words.regenerate}
          </Button>
        )}
      </div>
      <TokenList agentId={id} />
      <ConfigDialog config={config.data ?? replace.data ?? null} onClose={close} />
      <AlertDialog
        title={words.title}
        text={config.isError ? words.getFailed : null}
        onClose={config.reset}
      />
      <AskDialog
        open={isAsking}
        title={words.regenerateTitle(username)}
        text={words.regenerateText}
        act={words.regenerateAct}
        acting={words.regenerating}
        busy={replace.isPending}
        tone="danger"
        onConfirm={regenerate}
        onClose={() => setAsking(false)}
      />
    </DialogSection>
  )
}
