import type { AdminUser } from '@flockwork/contract/admin/people'
import { useState } from 'react'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Change } from './use-user-acts.ts'

export interface PendingChange {
  readonly user: AdminUser
  readonly act: Change
}

interface Props {
  asked: PendingChange | null
  busy: boolean
  onConfirm: (asked: PendingChange) => void
  onClose: () => void
}

/** Names the person and the consequences. The text stays during the closing animation. */
export function ConfirmChange({ asked, busy, onConfirm, onClose }: Props) {
  const [last, setLast] = useState(asked)
  if (asked && last !== asked) setLast(asked)
  const shown = asked ?? last
  if (shown === null) return null
  const { user, act } = shown
  const { title, text } = words.asks[act]
  return (
    <ConfirmDialog
      open={asked !== null}
      title={title(user.username)}
      text={text(user.username, user.agent_count)}
      act={words[act]}
      acting={words.acting}
      busy={busy}
      tone={act === 'deactivate' ? 'danger' : 'plain'}
      onConfirm={() => onConfirm(shown)}
      onClose={onClose}
    />
  )
}
