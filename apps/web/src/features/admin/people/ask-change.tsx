import type { AdminUser } from '@flockwork/contract/admin/people'
import { useState } from 'react'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { AskDialog } from '../../../ui/ask-dialog.tsx'
import type { Change } from './use-user-acts.ts'

export interface Asked {
  readonly user: AdminUser
  readonly act: Change
}

interface Props {
  asked: Asked | null
  busy: boolean
  onConfirm: (asked: Asked) => void
  onClose: () => void
}

/** Names the person and the consequences. The text stays during the closing animation. */
export function AskChange({ asked, busy, onConfirm, onClose }: Props) {
  const [last, setLast] = useState(asked)
  if (asked && last !== asked) setLast(asked)
  const shown = asked ?? last
  if (shown === null) return null
  const { user, act } = shown
  const { title, text } = words.asks[act]
  return (
    <AskDialog
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
