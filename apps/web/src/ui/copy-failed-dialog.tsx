import { useState } from 'react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Textarea } from './input.tsx'

const words = strings.clipboard

export interface FailedCopy {
  text: string
  /** The reason to show. */
  reason: string
}

interface Props {
  failed: FailedCopy | null
  /** The text was already requested: shows it at once. */
  isAccepted?: boolean
  onClose: () => void
}

/** Says why a text could not be copied, and offers to show it, to copy it manually. */
export function CopyFailedDialog({ failed, isAccepted = false, onClose }: Props) {
  const [shown, setShown] = useState<FailedCopy | null>(null)
  const isShown = failed !== null && (isAccepted || shown === failed)
  return (
    <Dialog
      open={failed !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.failedTitle}
      description={failed?.reason}
      size={isShown ? 'lg' : 'sm'}
      phone="sheet"
      footer={
        isShown ? (
          <Button onClick={onClose}>{strings.ui.close}</Button>
        ) : (
          <>
            <Button data-initial-focus onClick={() => setShown(failed)}>
              {words.showText}
            </Button>
            <Button variant="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
          </>
        )
      }
    >
      {isShown ? (
        <Textarea
          readOnly
          aria-label={words.textToCopy}
          rows={12}
          value={failed.text}
          ref={(field: HTMLTextAreaElement | null) => field?.select()}
        />
      ) : (
        <p className="text-base text-ink-2">{words.showTextHint}</p>
      )}
    </Dialog>
  )
}
