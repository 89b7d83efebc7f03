import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import { runRoutes } from '@flockwork/contract/runs'
import { useMutation } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { WaitingDots } from '../../../ui/waiting-dots.tsx'
import { avatarKind } from '../context/author.ts'
import { useViewer } from '../context/use-rights.ts'
import type { AtWork } from '../state/working.ts'

const words = strings.messages
const TICK_MS = 1000
const ELAPSED_FROM_S = 3
const STILL_FROM_S = 60

interface Props {
  work: AtWork
  /** Who asked; null where that is unknown. */
  asker: string | null
}

/** An agent at work on a reply: dots, then also the seconds, then that it takes long; and what it wrote so far. */
export function WorkingRow({ work, asker }: Props) {
  const elapsedMs = useElapsed(work.since)
  if (elapsedMs >= AGENT_WORKING_MAX_MS) return null
  const seconds = Math.floor(elapsedMs / 1000)
  const isLong = seconds >= STILL_FROM_S

  return (
    <div className="-ms-2.5 flex gap-3 py-1 ps-2.5">
      <Avatar username={work.username} kind={avatarKind(work.username, 'agent')} size={28} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 items-center gap-2">
          <p role="status" className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
            {isLong ? (
              words.stillWaiting(work.username)
            ) : (
              <span>
                <span className="font-semibold text-ink">{work.username}</span> {words.working}
              </span>
            )}
            <WaitingDots />
            {seconds >= ELAPSED_FROM_S && (
              <span aria-hidden="true" className="tabular text-xs text-ink-3">
                {words.seconds(seconds)}
              </span>
            )}
          </p>
          {work.stoppableFor !== undefined && (
            <StopButton work={work} messageId={work.stoppableFor} asker={asker} />
          )}
        </div>
        {/* not announced: the message that it becomes is */}
        {work.text !== undefined && (
          <p className="max-w-measure text-base break-words whitespace-pre-wrap text-ink-2">{work.text}</p>
        )}
      </div>
    </div>
  )
}

/** For who asked and for admins. */
function StopButton({ work, messageId, asker }: Props & { messageId: string }) {
  const { api } = useServices()
  const toast = useToast()
  const viewer = useViewer()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      api.call(runRoutes.stop, { params: { id: messageId }, body: { agent_id: work.agentId } }),
    onError: (error) =>
      toast({ title: words.stopFailed, description: detailOf(error, words.stopFailed), tone: 'bad' }),
  })
  if (asker !== viewer.accountId && !viewer.isAdmin && !viewer.isSpaceAdmin) return null
  const isStopping = isPending || isSuccess
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isStopping}
      icon={<Square size={12} aria-hidden="true" />}
      aria-label={words.stopWorkOf(work.username)}
      onClick={() => mutate()}
    >
      {isStopping ? words.stoppingWork : words.stopWork}
    </Button>
  )
}

function useElapsed(since: number): number {
  const { tokens } = useServices()
  const [now, setNow] = useState(() => tokens.serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(tokens.serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [tokens])
  return Math.max(0, now - since)
}
