import type { Agent } from '@flockwork/contract/agents'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { danger as words } from '../../../strings/agent-dialog.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { spaceKeys } from '../../spaces/index.ts'
import { agentKeys } from '../keys.ts'
import { DialogSection } from './dialog-section.tsx'

interface Props {
  agent: Agent
  onDeleted: () => void
}

/** Deletes an agent, after a confirmation. */
export function DangerSection({ agent, onDeleted }: Props) {
  const { api } = useServices()
  const { id, username } = agent
  const { spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.agents.remove({ params: { id } }),
    async onSuccess() {
      toast({ title: words.deleted, description: words.deletedText(username), tone: 'good' })
      onDeleted()
      if (spaceId !== null) void queryClient.invalidateQueries({ queryKey: spaceKeys.roster(spaceId) })
      await queryClient.invalidateQueries({ queryKey: agentKeys.all })
    },
    onError() {
      setAsking(false)
      toast({ title: words.failed, description: words.failedText, tone: 'bad' })
    },
  })

  return (
    <DialogSection title={words.title} tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-base text-ink-2">{words.text}</p>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {words.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={words.delete}
        text={words.ask(username)}
        act={words.delete}
        acting={words.deleting}
        busy={remove.isPending}
        tone="danger"
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </DialogSection>
  )
}
