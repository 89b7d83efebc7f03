import { loopRoutes } from '@flockwork/contract/loop-routes'
import type { CauseStep } from '@flockwork/contract/loops'
import type { Message } from '@flockwork/contract/messages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CirclePause } from 'lucide-react'
import { useServices } from '../../../api/services.ts'
import { loops as words } from '../../../strings/loops.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { avatarKind } from '../context/author.ts'
import { rowOf } from '../context/row-elements.ts'
import { messageKeys } from '../state/keys.ts'

interface Props {
  message: Pick<Message, 'id'>
  isOpen: boolean
  onClose: () => void
}

/**
 * Explains why a message was written: from the person who began, through each agent's message
 * (docs/rules/loops.md#why).
 */
export function CauseDialog({ message: { id }, isOpen, onClose }: Props) {
  const { api } = useServices()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: messageKeys.cause(id),
    queryFn: () => api.call(loopRoutes.cause, { params: { id } }),
    enabled: isOpen,
    staleTime: 0,
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={words.why}
      description={words.causeHint}
      returnTo={() => rowOf(id)}
    >
      {isPending && <p className="text-base text-ink-3">{words.loading}</p>}
      {isError && <LoadFailure isLine text={words.failed} onRetry={() => void refetch()} />}
      {data?.is_cut === true && <p className="mb-3 text-sm text-ink-3">{words.isCut}</p>}
      {data && (
        <ol aria-label={words.list} className="flex flex-col">
          {data.steps.map((step, index) => (
            <Step
              key={`${step.message_id} ${step.author?.id} ${step.at}`}
              messageId={id}
              step={step}
              nth={index}
              onLeave={onClose}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

interface StepProps {
  /** Whose chain it is. */
  messageId: string
  step: CauseStep
  nth: number
  onLeave: () => void
}

function Step({ messageId, step, nth, onLeave }: StepProps) {
  const { author, at, client } = step
  return (
    <li className="group/step relative flex gap-3 pb-4 last:pb-0">
      <span aria-hidden="true" className="absolute inset-y-0 start-3.5 w-px bg-line group-last/step:hidden" />
      <span className="relative">
        <Avatar
          username={author?.handle ?? '?'}
          kind={author === null ? 'person' : avatarKind(author.handle, author.type)}
          size={28}
          paused={author?.is_paused === true}
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          {author && <span className="text-base font-semibold">{author.handle}</span>}
          {author?.owner != null && <span className="text-sm text-ink-3">{words.agentOf(author.owner)}</span>}
          <RelativeTime at={at} className="tabular ml-auto shrink-0 pl-2 text-sm text-ink-3" />
        </p>
        <p className="text-sm text-ink-2">{howOf(step, nth)}</p>
        <Said step={step} onLeave={onLeave} />
        {client !== null && <p className="text-xs text-ink-3">{words.with(client)}</p>}
        {author?.can_pause === true && <Pause messageId={messageId} author={author} />}
      </div>
    </li>
  )
}

/** How the author came to write: triggered by the previous step, or unprompted. */
function howOf({ via, through, author, hops }: CauseStep, nth: number): string {
  if (via === null)
    return nth === 0 && author?.type === 'agent' && hops > 0 ? words.began_itself : words.began
  return through === null ? words.via[via] : `${words.via[via]}, ${words.through[through]}`
}

function Said({
  step: { message_id: id, author, content, deleted },
  onLeave,
}: {
  step: CauseStep
  onLeave: () => void
}) {
  if (id === null || author === null) return <p className="text-base text-ink-3">{words.elsewhere}</p>
  return (
    <Link
      to="/m/$id"
      params={{ id }}
      aria-label={words.open(author.handle)}
      onClick={onLeave}
      className="mt-1 block rounded-control bg-sunken px-3 py-2 text-base text-ink no-underline hover:bg-line"
    >
      <span dir="auto" className="line-clamp-2">
        {deleted ? words.deleted : content}
      </span>
    </Link>
  )
}

function Pause({ messageId, author }: { messageId: string; author: NonNullable<CauseStep['author']> }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { id, handle, is_paused } = author
  const pause = useMutation({
    mutationFn: () =>
      api.agents.updateControl({
        params: { id },
        body: { scope: 'agent', target_slug: handle, disabled: true, reason: words.pauseReason },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: messageKeys.cause(messageId) }),
  })
  if (is_paused) return <Badge tone="plain">{words.paused}</Badge>
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <FailureNote message={pause.isError ? words.pauseFailed(handle) : null} />
      <Button
        size="chip"
        icon={<CirclePause size={15} aria-hidden="true" />}
        aria-label={words.pauseOf(handle)}
        busy={pause.isPending}
        onClick={() => pause.mutate()}
      >
        {pause.isPending ? words.pausing : words.pause}
      </Button>
    </div>
  )
}
