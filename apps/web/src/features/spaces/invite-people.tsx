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

/** Invite people, from any page: to the current space, or from a private one to a shared one. */
export function InvitePeople({ open, onOpenChange }: Props) {
  const { current } = useSpaces()
  // an open dialog keeps its variant, and each opening starts with a fresh state
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
