import { useCallback, useState, type ReactNode } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useSession } from '../session.ts'

/** Preloaded: it may be needed offline. */
export const LogoutDialog = lazyPart(async () => (await import('./logout-dialog.tsx')).LogoutDialog)

interface Logout {
  ask: () => void
  /** The confirmation dialog, to be rendered. */
  dialog: ReactNode
}

/** Logs out; confirms first when unsent texts would be lost (docs/rules/accounts.md#logging-out). */
export function useLogout(): Logout {
  const { logout, countUnsent } = useSession()
  const [unsent, setUnsent] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const close = useCallback(() => setOpen(false), [])

  function go() {
    setBusy(true)
    // the session gate then replaces the page
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
