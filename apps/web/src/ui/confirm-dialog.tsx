import type { ReactNode } from 'react'
import { confirmDialog as words } from '../strings/confirm-dialog.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface AskProps {
  open: boolean
  title: string
  /** The consequences. */
  text: ReactNode
  /** The label of the confirm button. */
  act: string
  /** Its label while the action is pending. */
  acting: string
  busy: boolean
  tone?: 'plain' | 'danger'
  onConfirm: () => void
  onClose: () => void
  /** Called on close: the element to focus instead of the opener, which may be gone. */
  returnTo?: () => HTMLElement | null
}

/** Confirms an action that may be unintended. */
export function ConfirmDialog({
  open,
  title,
  text,
  act,
  acting,
  busy,
  tone = 'plain',
  onConfirm,
  onClose,
  ...rest
}: AskProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={text}
      size="sm"
      phone="sheet"
      {...rest}
      footer={
        <>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {busy ? acting : act}
          </Button>
          <Button data-initial-focus onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    />
  )
}

interface AlertProps {
  /** The error; null for none. */
  text: string | null
  title: string
  onClose: () => void
}

/** Shows an error until it is dismissed. */
export function AlertDialog({ text, title, onClose }: AlertProps) {
  return (
    <Dialog
      open={text !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={text}
      size="sm"
      phone="sheet"
      footer={
        <Button data-initial-focus onClick={onClose}>
          {words.ok}
        </Button>
      }
    />
  )
}
