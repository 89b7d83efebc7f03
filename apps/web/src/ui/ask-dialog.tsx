import type { ReactNode } from 'react'
import { ask as words } from '../strings/ask.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface AskProps {
  open: boolean
  title: string
  /** What follows from it. */
  text: ReactNode
  /** The word on the button that does it. */
  act: string
  /** While it is done. */
  acting: string
  busy: boolean
  tone?: 'plain' | 'danger'
  onConfirm: () => void
  onClose: () => void
  /** Asked when it closes: what gets the focus instead of the opener, which may be gone. */
  returnTo?: () => HTMLElement | null
}

/** Asks before something is done that not everybody means. */
export function AskDialog({
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
  /** What went wrong; null: nothing. */
  text: string | null
  title: string
  onClose: () => void
}

/** Says that something went wrong, until somebody has seen it. */
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
