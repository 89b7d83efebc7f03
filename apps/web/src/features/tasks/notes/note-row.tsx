import type { NoteType, TaskNote } from '@flockwork/contract/tasks'
import { Lock, Trash2 } from 'lucide-react'
import { taskNotes as words } from '../../../strings/task-notes.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { avatarKind, MessageBody } from '../../messages/index.ts'

const TONES: Readonly<Record<NoteType, BadgeTone>> = {
  general: 'plain',
  progress: 'egg',
  issue: 'rose',
  solution: 'moss',
}

interface Props {
  note: TaskNote
  handles: ReadonlySet<string>
  /** Null: it isn't the user's own. */
  onDelete: (() => void) | null
}

export function NoteRow({ note, handles, onDelete }: Props) {
  const { author_name: author, visibility } = note
  return (
    <li className="flex gap-3 py-2">
      <Avatar username={author} kind={avatarKind(author, note.author_type)} size={28} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto" className="max-w-full truncate text-sm font-semibold">
            {author}
          </span>
          <Badge tone={TONES[note.note_type]}>{words.types[note.note_type]}</Badge>
          {visibility !== 'public' && (
            <span className="inline-flex items-center gap-1 text-xs text-ink-3">
              {visibility === 'private' && <Lock size={13} aria-hidden="true" />}
              {words.shownTo[visibility]}
            </span>
          )}
          <RelativeTime at={note.created_at} className="tabular text-xs text-ink-3" />
        </div>
        <MessageBody id={`note-${note.id}`} text={note.note} handles={handles} hasTabStops />
      </div>
      {onDelete && (
        <IconButton
          size="sm"
          label={words.delete(author)}
          icon={<Trash2 size={15} aria-hidden="true" />}
          onClick={onDelete}
        />
      )}
    </li>
  )
}
