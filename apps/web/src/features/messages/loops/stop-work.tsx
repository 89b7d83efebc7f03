import { runRoutes } from '@flockwork/contract/runs'
import { useMutation } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { stopWork as words } from '../../../strings/stop-work.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useViewer } from '../context/use-rights.ts'

interface Props {
  agentId: string
  username: string
  /** What it is at work on. */
  messageId: string
  /** Who wrote that, where it is known. */
  asker: string | undefined
}

/** Stops a server-run agent's work on a message; for the message's author and for admins. */
export function StopWork({ agentId, username, messageId, asker }: Props) {
  const { api } = useServices()
  const toast = useToast()
  const viewer = useViewer()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api.call(runRoutes.stop, { params: { id: messageId }, body: { agent_id: agentId } }),
    onError: (error) =>
      toast({ title: words.failed, description: detailOf(error, words.failed), tone: 'bad' }),
  })
  if (asker !== viewer.accountId && !viewer.isAdmin && !viewer.isSpaceAdmin) return null
  const isStopping = isPending || isSuccess
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isStopping}
      icon={<Square size={12} aria-hidden="true" />}
      aria-label={words.stopOne(username)}
      onClick={() => mutate()}
    >
      {isStopping ? words.stopping : words.stop}
    </Button>
  )
}
