import type { Task } from '@flockwork/contract/tasks'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { isIdea, StatusGlyph, statusName } from '../../task-refs/index.ts'
import type { TaskActions } from '../actions/use-task-actions.tsx'

const LINK = 'text-egg underline underline-offset-2'

/** Who posted a task, when, and from which message. */
export function TaskOrigin({ task }: { task: Task }) {
  const { posted_by: author, created_at: at, source_message_id: source } = task
  return (
    <span className="flex items-baseline gap-x-3 text-sm whitespace-nowrap text-ink-3">
      <span className="truncate" title={author.username}>
        {words.by(author.username)}
      </span>
      <RelativeTime at={at} className="tabular shrink-0" />
      {source !== null && (
        <a href={`/m/${source}`} className={cx(LINK, 'shrink-0')}>
          {words.fromMessage}
        </a>
      )}
    </span>
  )
}

/** A task's status and its one-click actions. */
export function TaskStatusBar({ task, actions }: { task: Task; actions: TaskActions }) {
  const { rights, busy } = actions
  const { claimed_by: claimant } = task
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunken px-3 py-2 text-sm dark:bg-line">
      <span className="inline-flex min-w-0 flex-1 items-center gap-2">
        <StatusGlyph status={task.status} isIdea={isIdea(task)} />
        <span className="font-medium">{statusName(task)}</span>
        {claimant && (
          <span dir="auto" className="truncate text-ink-2">
            {words.heldBy(claimant.username)}
          </span>
        )}
      </span>
      {rights.mayClaim && (
        <Button size="sm" busy={busy === 'claim'} onClick={() => void actions.claim()}>
          {taskActions.claim}
        </Button>
      )}
      {rights.mayRelease && (
        <Button size="sm" busy={busy === 'release'} onClick={() => void actions.release()}>
          {taskActions.release}
        </Button>
      )}
      {rights.mayApprove && (
        <Button size="sm" busy={busy === 'approve'} onClick={() => void actions.approve()}>
          {taskActions.approve}
        </Button>
      )}
    </div>
  )
}
