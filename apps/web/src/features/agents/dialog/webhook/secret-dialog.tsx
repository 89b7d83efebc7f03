import { useState } from 'react'
import { webhook as words } from '../../../../strings/agent-webhook.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { SecretTextBlock } from '../../connect/secret-text.tsx'
import { SecretWarning } from '../../connect/secret-warning.tsx'

const SHOWN_CHARS = 'whsec_'.length
const HIDDEN = '•'.repeat(12)

interface Props {
  /** Null: closed. */
  secret: string | null
  onClose: () => void
}

/** The secret of a webhook, shown once. */
export function SecretDialog({ secret, onClose }: Props) {
  // keeps its secret during the closing animation
  const [last, setLast] = useState(secret)
  if (secret !== null && secret !== last) setLast(secret)
  return (
    <Dialog
      open={secret !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.secretTitle}
      description={words.secretText}
      footer={
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      {last !== null && (
        <div className="pb-3">
          <SecretTextBlock
            label={words.secret}
            text={{ real: last, masked: last.slice(0, SHOWN_CHARS) + HIDDEN }}
            copyLabel={words.copySecret}
          />
          <SecretWarning />
          <p className="pt-2 text-sm text-ink-3">{words.once}</p>
        </div>
      )}
    </Dialog>
  )
}
