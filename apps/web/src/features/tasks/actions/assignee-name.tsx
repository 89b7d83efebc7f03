import { CircleDashed } from 'lucide-react'
import { taskActions as words } from '../../../strings/task-actions.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { avatarKind } from '../../messages/index.ts'
import type { Assignee } from './assignees.ts'

/** An assignee as a glyph and a name. */
export function AssigneeName({ assignee }: { assignee: Assignee | null }) {
  return (
    <>
      {assignee === null ? (
        <CircleDashed size={18} aria-hidden="true" className="shrink-0 text-ink-3" />
      ) : (
        <Avatar username={assignee.username} kind={avatarKind(assignee.username, assignee.type)} size={18} />
      )}
      <span dir="auto" className={cx('min-w-0 truncate', assignee === null && 'text-ink-3')}>
        {assignee?.username ?? words.nobody}
      </span>
    </>
  )
}
