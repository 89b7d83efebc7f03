import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'

/**
 * Asks for the password when the server refuses a call without a recent sign-in, then retries the call
 * (docs/rules/accounts.md#reauthentication). Mounted once.
 */
export function ConfirmIdentity() {
  const { onProofNeeded } = useServices()
  const { profile } = useSignedIn()
  const { has_password: hasPassword, username } = profile
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((isProven: boolean) => void)[]>([])

  useEffect(() => {
    // without a password, only a sign-in at the provider counts: the refusal's message says so
    if (!hasPassword) return
    return onProofNeeded(() => {
      setOpen(true)
      return new Promise((resolve) => waiting.current.push(resolve))
    })
  }, [onProofNeeded, hasPassword])

  function close(isProven: boolean) {
    setOpen(false)
    for (const answer of waiting.current.splice(0)) answer(isProven)
  }
  useEffect(
    () => () => {
      for (const answer of waiting.current.splice(0)) answer(false)
    },
    [],
  )

  return <ConfirmIdentityDialog open={isOpen} username={username} onClose={close} />
}
