import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { loadWelcomeDialog, useWelcome } from '../../features/guide/index.ts'
import { writeInComposer } from '../../features/messages/index.ts'
import { requestInvite } from '../../features/spaces/index.ts'
import { welcome } from '../../strings/guide.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useSignedIn } from '../session.ts'

const HOME = '/home'
const WelcomeDialog = lazyPart(async () => (await loadWelcomeDialog()).WelcomeDialog)

/** The welcome dialog on the first page; waits while another dialog is open. */
export function Welcome({ hasOtherWindow }: { hasOtherWindow: boolean }) {
  const { isDue, dismiss } = useWelcome()
  const [isMissing, setMissing] = useState(false)
  const [next, setNext] = useState<'greet' | 'invite' | null>(null)
  const greet = useGreeting()
  const giveUp = useCallback(() => setMissing(true), [])
  const isOpen = isDue && !hasOtherWindow && !isMissing

  // the dialog traps the focus until it is closed
  useEffect(() => {
    if (next === null) return
    setNext(null)
    if (next === 'greet') greet()
    else requestInvite()
  }, [next, greet])

  function dismissFor(act: 'greet' | 'invite') {
    dismiss()
    setNext(act)
  }

  return (
    <WelcomeDialog
      when={isOpen}
      onLoadError={giveUp}
      open={isOpen}
      onOpenChange={(open) => !open && dismiss()}
      onSayHi={() => dismissFor('greet')}
      onInvite={() => dismissFor('invite')}
    />
  )
}

/** Writes a first message to Chirpy, who is in every space, into the composer; the user sends it. */
function useGreeting(): () => void {
  const { spaceId } = useSignedIn()
  const navigate = useNavigate()

  return () => {
    if (spaceId !== null) writeInComposer(welcome.hi, spaceId)
    void navigate({ to: HOME })
  }
}
