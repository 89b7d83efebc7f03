import type { Space } from '@flockwork/contract/spaces'
import { useEffect, useState } from 'react'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'

export interface OpenDialog {
  kind: 'invite' | 'members'
  space: Space
}

interface Props {
  dialog: OpenDialog | null
  onClose: () => void
}

/** The dialogs about one space. While one goes away it keeps showing what it showed. */
export function SpaceDialogs({ dialog, onClose }: Props) {
  const [last, setLast] = useState(dialog)
  useEffect(() => {
    if (dialog) setLast(dialog)
  }, [dialog])

  const shown = dialog ?? last
  if (!shown) return null
  const close = (open: boolean) => {
    if (!open) onClose()
  }
  return (
    <>
      <InviteDialog
        key={`invite ${shown.space.id}`}
        space={shown.space}
        open={dialog?.kind === 'invite'}
        onOpenChange={close}
      />
      <MembersDialog
        key={`members ${shown.space.id}`}
        space={shown.space}
        open={dialog?.kind === 'members'}
        onOpenChange={close}
      />
    </>
  )
}
