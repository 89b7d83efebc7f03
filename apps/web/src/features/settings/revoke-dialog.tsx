import type { Device } from '@flockwork/contract/account'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/use-session.ts'
import { settings } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { deviceName } from './device-name.ts'
import { failureText } from './failure-words.ts'
import { useRevoke } from './use-devices.ts'

const words = settings.devices

/** The devices to sign out: another one, all others, or this one. */
export type Revocation =
  | { readonly kind: 'one'; readonly device: Device }
  | { readonly kind: 'others'; readonly devices: readonly Device[] }
  | { readonly kind: 'here' }

interface Props {
  revocation: Revocation | null
  onClose: () => void
  /** The result, as text. Not after signing out this device: then the page is gone. */
  onDone: (text: string) => void
}

/** The confirmation before a device is signed out. For this device, it is the logout confirmation. */
export function RevokeDialog({ revocation, onClose, onDone }: Props) {
  const { logout, countUnsent } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const revoke = useRevoke()
  // keeps its text during the closing animation
  const [last, setLast] = useState(revocation)
  useEffect(() => {
    if (revocation) setLast(revocation)
  }, [revocation])
  const shown = revocation ?? last
  if (!shown) return null

  const { title, text, act, keep } = questionOf(shown, countUnsent())
  const failure = revoke.error && failureText(revoke.error, words.revokeFailed)

  function close() {
    revoke.reset()
    onClose()
  }
  function go({ kind }: Revocation) {
    if (kind !== 'here') return revoke.mutate(idsOf(shown), { onSuccess: () => onDone(doneText(shown)) })
    setLeaving(true)
    // the gate unmounts the page; there is nothing left to show here
    void logout()
  }

  return (
    <Dialog
      open={revocation !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      size="sm"
      phone="sheet"
      title={title}
      description={text}
      footer={
        <>
          <Button variant="danger" busy={isLeaving || revoke.isPending} onClick={() => go(shown)}>
            {act}
          </Button>
          <Button onClick={close}>{keep}</Button>
        </>
      }
    >
      {failure !== null && <FailureNote message={failure} />}
    </Dialog>
  )
}

interface Question {
  title: string
  text: string
  act: string
  keep: string
}

function questionOf(revocation: Revocation, unsent: number): Question {
  const { discardTitle, discardText, discard, stay } = strings.shell
  if (revocation.kind === 'one') {
    const title = words.revokeTitle(nameOf(revocation.device))
    return { title, text: words.revokeText, act: words.revoke, keep: settings.cancel }
  }
  if (revocation.kind === 'others') {
    const title = words.othersTitle(revocation.devices.length)
    return { title, text: words.othersText, act: words.others, keep: settings.cancel }
  }
  if (unsent > 0) return { title: discardTitle(unsent), text: discardText, act: discard, keep: stay }
  return {
    title: words.revokeHereTitle,
    text: words.revokeHereText,
    act: strings.shell.logout,
    keep: stay,
  }
}

function idsOf(revocation: Revocation | null): string[] {
  if (revocation?.kind === 'one') return [revocation.device.device_id]
  return revocation?.kind === 'others' ? revocation.devices.map(({ device_id }) => device_id) : []
}

function doneText(revocation: Revocation | null): string {
  return revocation?.kind === 'one' ? words.revoked(nameOf(revocation.device)) : words.othersDone
}

function nameOf(device: Device): string {
  return deviceName(device.user_agent, words)
}
