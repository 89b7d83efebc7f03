import type { Space } from '@flockwork/contract/spaces'
import { useEffect, useState } from 'react'
import { DeleteSpaceDialog } from './delete-space-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InvitesDialog } from './invites-dialog.tsx'
import { LeaveSpaceDialog } from './leave-space-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { ReportsDialog } from './reports-dialog.tsx'
import { SpaceSettingsDialog } from './space-settings-dialog.tsx'
import { useSpaces } from './use-spaces.ts'

const DIALOGS = {
  invite: InviteDialog,
  invites: InvitesDialog,
  members: MembersDialog,
  reports: ReportsDialog,
  settings: SpaceSettingsDialog,
  leave: LeaveSpaceDialog,
  delete: DeleteSpaceDialog,
}

export interface OpenDialog {
  kind: keyof typeof DIALOGS
  space: Space
}

interface Props {
  dialog: OpenDialog | null
  onClose: () => void
}

/**
 * The dialogs about one space, live: others' changes show in an open dialog, and the end of the space or of
 * the membership closes it. A closing dialog keeps its content during the animation.
 */
export function SpaceDialogs({ dialog, onClose }: Props) {
  const { spaces } = useSpaces()
  const [last, setLast] = useState(dialog)
  useEffect(() => {
    if (dialog) setLast(dialog)
  }, [dialog])

  const shown = dialog ?? last
  const now = spaces?.find(({ id }) => id === shown?.space.id)
  const isGone = dialog !== null && spaces !== undefined && now === undefined
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])

  if (!shown) return null
  const space = now ?? shown.space
  const One = DIALOGS[shown.kind]
  return (
    <One
      key={`${shown.kind} ${space.id}`}
      space={space}
      open={dialog !== null && !isGone}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    />
  )
}
