import type { ConnectedApp } from '@flockwork/contract/oauth'
import { useEffect, useState } from 'react'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { failureText } from './failure-words.ts'
import { useDisconnect } from './use-apps.ts'

const words = settings.apps

interface Props {
  app: ConnectedApp | null
  onClose: () => void
  onDone: (name: string) => void
}

/** The confirmation before a program is disconnected. */
export function DisconnectDialog({ app, onClose, onDone }: Props) {
  const disconnect = useDisconnect()
  // keeps its text during the closing animation
  const [last, setLast] = useState(app)
  useEffect(() => {
    if (app) setLast(app)
  }, [app])
  const shown = app ?? last
  if (!shown) return null

  const { id, client_name: name, agent } = shown
  const failure = disconnect.error && failureText(disconnect.error, words.disconnectFailed)

  function close() {
    disconnect.reset()
    onClose()
  }

  return (
    <Dialog
      open={app !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      size="sm"
      phone="sheet"
      title={words.disconnectTitle(name)}
      description={words.disconnectText(agent.handle)}
      footer={
        <>
          <Button
            variant="danger"
            busy={disconnect.isPending}
            onClick={() => disconnect.mutate(id, { onSuccess: () => onDone(name) })}
          >
            {words.disconnect}
          </Button>
          <Button onClick={close}>{settings.cancel}</Button>
        </>
      }
    >
      {failure !== null && <FailureNote message={failure} />}
    </Dialog>
  )
}
