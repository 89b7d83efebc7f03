import type { Agent } from '@flockwork/contract/agents'
import { AGENT_TOKEN_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { useState } from 'react'
import { detailOf } from '../../../../api/api-error.ts'
import { config as words, dashboard } from '../../../../strings/agent-dialog.ts'
import { AlertDialog, ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { useToast } from '../../../../ui/toast-store.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { DialogSection } from '../dialog-section.tsx'
import { ConfigDialog } from '../../connect/config-dialog.tsx'
import { TokenList } from './token-list.tsx'
import { useAgentConfig, useRegenerateToken } from '../../connect/use-agent-config.ts'

/** How the agent's clients authenticate: its live tokens, and a configuration with a new one. */
export function ConfigSection({ agent }: { agent: Agent }) {
  const { id, username, permissions } = agent
  const toast = useToast()
  const config = useAgentConfig(id)
  const replace = useRegenerateToken(id, username)
  const [isAsking, setAsking] = useState(false)
  const form = useForm({
    initial: { name: '' },
    send: config.mutateAsync,
    onSent: () => form.change({ name: '' }),
    refused: (error) => detailOf(error, words.getFailed),
  })

  function regenerate() {
    replace.mutate(form.values, {
      onSettled: () => setAsking(false),
      onSuccess: () => form.change({ name: '' }),
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
      <TokenList agentId={id} />
      <p className="max-w-measure text-base text-ink-2">{words.text}</p>
      <form {...form.props} className="max-w-measure pt-3">
        <Field label={words.name} optional hint={words.nameHint} error={form.errors.name}>
          {(control) => (
            <Input
              {...control}
              {...form.text('name')}
              dir="auto"
              autoComplete="off"
              maxLength={AGENT_TOKEN_NAME_MAX_CHARS}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2 pt-3">
          <Button type="submit" busy={form.isBusy}>
            {form.isBusy ? words.getting : words.get}
          </Button>
          {permissions.can_regenerate_token && (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {words.regenerate}
            </Button>
          )}
        </div>
      </form>
      <ConfigDialog config={config.data ?? replace.data ?? null} agentId={id} onClose={close} />
      <AlertDialog title={words.title} text={form.message} onClose={() => form.refuse({})} />
      <ConfirmDialog
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
