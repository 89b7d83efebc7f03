import { useCallback, useState, type ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useSession } from '../session.ts'

/** Fetched in a quiet moment: the question may come without a network. */
export const LogoutDialog = lazyPart(async () => (await import('./logout-dialog.tsx')).LogoutDialog)

interface Logout {
  ask: () => void
  /** The question, to be put on the page. */
  dialog: ReactNode
}

/** Logs out; first asks when unsent texts would be lost (docs/rules/accounts.md#logging-out). */
export function useLogout(): Logout {
  const { logout, countUnsent } = useSession()
  const [unsent, setUnsent] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const close = useCallback(() => setOpen(false), [])

  function go() {
    setBusy(true)
    // the gate takes the page away; nothing is left to show here
    void logout()
  }

  function ask() {
    const count = countUnsent()
    if (count === 0) return go()
    setUnsent(count)
    setOpen(true)
  }

  const dialog = (
    <LogoutDialog
      when={isOpen}
      onLoadError={close}
      open={isOpen}
      onOpenChange={setOpen}
      unsent={unsent}
      isBusy={isBusy}
      onDiscard={go}
    />
  )
  return { ask, dialog }
}
