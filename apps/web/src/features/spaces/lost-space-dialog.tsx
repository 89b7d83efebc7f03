import { useState } from 'react'
import { lostSpace as words } from '../../strings/lost-space.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { LostSpace } from './going-home.ts'

interface Props {
  lost: LostSpace
  /** What the user typed there and nobody got. */
  unsent: readonly string[]
}

/** Says which space the user is out of and why, and gives back what they had typed there. */
export function LostSpaceDialog({ lost, unsent }: Props) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={words.title(lost.name || words.someSpace)}
      description={`${words.why[lost.why]} ${words.here}`}
      size="sm"
      phone="sheet"
      footer={
        <Button variant="primary" data-initial-focus onClick={() => setOpen(false)}>
          {words.ok}
        </Button>
      }
    >
      {unsent.length > 0 && (
        <section>
          <h3 className="text-sm font-medium text-ink">{words.unsentTitle}</h3>
          <p className="text-sm text-ink-3">{words.unsentText}</p>
          <ul className="mt-3 flex flex-col gap-2">
            {unsent.map((text) => (
              <li
                key={text}
                className="flex items-start gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3"
              >
                <p dir="auto" className="min-w-0 flex-1 py-1.5 text-base break-words whitespace-pre-wrap">
                  {text}
                </p>
                <CopyButton text={text} label={words.copy} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
