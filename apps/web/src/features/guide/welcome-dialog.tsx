import { welcome as words } from '../../strings/guide.ts'
import { inviting } from '../../strings/inviting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyScene } from '../../ui/scenes/empty-scene.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSayHi: () => void
  onInvite: () => void
}

/** An introduction in three sentences, and a first step. */
export function WelcomeDialog({ open, onOpenChange, onSayHi, onInvite }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      phone="sheet"
      title={words.title}
      description={words.sentences.map((sentence) => (
        <span key={sentence} className="mt-2 block">
          {sentence}
        </span>
      ))}
      footer={
        <>
          <Button variant="primary" data-initial-focus onClick={onSayHi}>
            {words.sayHi}
          </Button>
          <Button onClick={onInvite}>{inviting.invite}</Button>
        </>
      }
    >
      <div className="flex justify-center">
        <EmptyScene name="pair" />
      </div>
    </Dialog>
  )
}
