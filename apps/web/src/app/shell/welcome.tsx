import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { loadWelcomeDialog, useWelcome } from '../../features/guide/index.ts'
import { writeInComposer } from '../../features/messages/index.ts'
import { useSpaces, useSwitchSpace } from '../../features/spaces/index.ts'
import { welcome } from '../../strings/guide.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const HOME = '/home'
const WelcomeDialog = lazyPart(async () => (await loadWelcomeDialog()).WelcomeDialog)

/** The welcome dialog on the first page; waits while another dialog is open. */
export function Welcome({ hasOtherWindow }: { hasOtherWindow: boolean }) {
  const { isDue, dismiss } = useWelcome()
  const [isMissing, setMissing] = useState(false)
  const [isGreeting, setGreeting] = useState(false)
  const greet = useGreeting()
  const giveUp = useCallback(() => setMissing(true), [])
  const isOpen = isDue && !hasOtherWindow && !isMissing

  // the dialog traps the focus until it is closed
  useEffect(() => {
    if (!isGreeting) return
    setGreeting(false)
    greet()
  }, [isGreeting, greet])

  return (
    <WelcomeDialog
      when={isOpen}
      onLoadError={giveUp}
      open={isOpen}
      onOpenChange={(open) => !open && dismiss()}
      onSayHi={() => {
        dismiss()
        setGreeting(true)
      }}
    />
  )
}

/** Writes a first message to Chirpy into the personal space's composer; the user sends it. */
function useGreeting(): () => void {
  const { spaces, current } = useSpaces()
  const navigate = useNavigate()
  const { mutate: switchTo } = useSwitchSpace(HOME)

  return () => {
    const personal = spaces?.find(({ is_personal }) => is_personal)
    if (personal) writeInComposer(welcome.hi, personal.id)
    if (personal && personal.id !== current?.id) switchTo(personal.id)
    else void navigate({ to: HOME })
  }
}
