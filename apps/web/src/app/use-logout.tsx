import { useState, type ReactNode } from 'react'
import { strings } from '../strings.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useSession } from './session.ts'

const words = strings.shell

interface Logout {
  ask: () => void
  /** The question, to be put on the page. */
  dialog: ReactNode
}

/** Logs out; first asks when unsent texts would be lost (decisions 1.7). */
export function useLogout(): Logout {
  const { logout, countUnsent } = useSession()
  const [unsent, setUnsent] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)

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
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      size="sm"
      phone="sheet"
      title={words.discardTitle(unsent)}
      description={words.discardText}
      footer={
        <>
          <Button variant="danger" busy={isBusy} onClick={go}>
            {words.discard}
          </Button>
          <Button onClick={() => setOpen(false)}>{words.stay}</Button>
        </>
      }
    />
  )
  return { ask, dialog }
}
