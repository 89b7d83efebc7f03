import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const words = strings.shell

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How many drafts would be lost. */
  unsent: number
  isBusy: boolean
  onDiscard: () => void
}

/** Confirms before unsent texts are lost (docs/rules/accounts.md#logging-out). */
export function LogoutDialog({ open, onOpenChange, unsent, isBusy, onDiscard }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      phone="sheet"
      title={words.discardTitle(unsent)}
      description={words.discardText}
      footer={
        <>
          <Button variant="danger" busy={isBusy} onClick={onDiscard}>
            {words.discard}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{words.stay}</Button>
        </>
      }
    />
  )
}
