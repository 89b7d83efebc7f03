import type { Space } from '@flockwork/contract/spaces'
import { useState } from 'react'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteFromHome } from './invite-from-home.tsx'
import { takesInvites } from './space-facts.ts'
import { useSpaces } from './use-spaces.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Invite people, from wherever somebody is: to the space on screen, or from a private one to one that is shared. */
export function InvitePeople({ open, onOpenChange }: Props) {
  const { current } = useSpaces()
  // an open dialog stays the one it is, and each opening begins anew
  const [opening, setOpening] = useState<{ turn: number; from: Space | undefined } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setOpening({ turn: (opening?.turn ?? 0) + 1, from: current })
  }
  if (opening === null) return null

  const { turn, from } = opening
  return from && takesInvites(from) ? (
    <InviteDialog key={turn} space={from} open={open} onOpenChange={onOpenChange} />
  ) : (
    <InviteFromHome key={turn} open={open} onOpenChange={onOpenChange} />
  )
}
