import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import { useId } from 'react'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { AgentLabel } from '../../../ui/badge.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { strings } from '../../../strings.ts'
import { authorName, avatarKind, MessageBody } from '../../messages/index.ts'
import { useHandles } from '../state/use-handles.ts'
import { ReplyToTask } from './reply-to-task.tsx'
import { useTaskThread } from './use-task-thread.ts'

/** The thread of a task's announcement, with a reply field. */
export function TaskConversation({ task }: { task: Pick<Task, 'message_id' | 'space_id'> }) {
  const { message_id: rootId, space_id: spaceId } = task
  const handles = useHandles()
  const { replies, hasFailed, refetch, add } = useTaskThread(rootId)
  const isShimmering = useSkeleton(replies === undefined && !hasFailed)
  const titleId = useId()

  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={titleId} className="font-display text-lg font-semibold">
          {words.conversation}
        </h3>
        <a href={`/m/${rootId}`} className="text-sm text-egg underline underline-offset-2">
          {words.openInMessages}
        </a>
      </div>
      {isShimmering && (
        <SkeletonGroup label={words.conversationLoading}>
          <div className="flex gap-3 py-2">
            <Skeleton className="size-7" />
            <Skeleton className="h-4 flex-1" />
          </div>
        </SkeletonGroup>
      )}
      {hasFailed && <LoadFailure isLine text={words.conversationFailed} onRetry={refetch} />}
      {replies?.length === 0 && <p className="text-sm text-ink-3">{words.conversationEmpty}</p>}
      {replies !== undefined && replies.length > 0 && (
        <ol>
          {replies.map((reply) => (
            <Reply key={reply.id} reply={reply} handles={handles} />
          ))}
        </ol>
      )}
      <ReplyToTask key={rootId} rootId={rootId} spaceId={spaceId} onReplied={add} />
    </section>
  )
}

function Reply({ reply, handles }: { reply: Message; handles: ReadonlySet<string> }) {
  const { username, author_type: type, deleted_at: deletedAt } = reply
  const reactions = Object.entries(reply.reaction_counts)
  return (
    <li className="flex gap-3 py-2">
      <Avatar username={username} kind={avatarKind(username, type)} size={28} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="max-w-full truncate text-sm font-semibold">
            {authorName(reply)}
          </span>
          {type === 'agent' && <AgentLabel>{strings.messages.agent}</AgentLabel>}
          <RelativeTime at={reply.uploaded_at} className="tabular text-xs text-ink-3" />
        </div>
        <MessageBody
          id={`reply-${reply.id}`}
          text={reply.content}
          handles={handles}
          isMuted={deletedAt !== null}
          hasTabStops
        />
        {reactions.length > 0 && (
          <p className="tabular text-xs text-ink-3">
            {reactions.map(([emoji, count]) => `${emoji} ${count}`).join('  ')}
          </p>
        )}
      </div>
    </li>
  )
}
