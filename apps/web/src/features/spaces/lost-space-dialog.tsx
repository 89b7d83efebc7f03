import { useState } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { lostSpace as words } from '../../strings/lost-space.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { LostSpace } from './leave-lost-space.ts'
import { parseUnsaved } from './space-settings.ts'
import { unsentTexts } from './unsent-texts.ts'
import { SETTINGS_DRAFT } from './use-settings-draft.ts'

interface Props {
  lost: LostSpace
}

interface DraftWords {
  /** Converts a stored draft to text, by its key. */
  draftText: (key: string, stored: string) => string
}

type CreatePending = (
  storage: AppServices['storage'],
  keys: AppServices['keys'],
  userId: string,
  spaceId: string,
) => { all: () => readonly { readonly content: string }[] }

/** The dialog, with what the rooms above this one know of unsent text: the drafts as text, and pending messages. */
export async function lostSpaceDialog(load: () => Promise<DraftWords>, createPending: CreatePending) {
  const { draftText } = await load()
  const textOf = (key: string, stored: string) =>
    key === SETTINGS_DRAFT ? settingsText(stored) : draftText(key, stored)

  return function WithUnsentTexts({ lost }: Props) {
    const { storage, keys, spaceStates } = useServices()
    const { profile } = useSignedIn()
    const { drafts } = spaceStates.read(profile.id, lost.spaceId)
    const pending = createPending(storage, keys, profile.id, lost.spaceId).all()
    return <LostSpaceDialog lost={lost} unsent={unsentTexts(drafts, pending, textOf)} />
  }
}

/** The unsaved text of the space's settings. */
function settingsText(stored: string): string {
  const { name, description } = parseUnsaved(stored).to
  const texts = [
    name !== undefined && `${strings.spaces.name}: ${name}`,
    description !== undefined && `${strings.spaces.description}: ${description}`,
  ]
  return texts.filter((text) => text !== false).join('\n\n')
}

/** Says which space the user is no longer in and why, and returns the unsent text typed there. */
function LostSpaceDialog({ lost, unsent }: Props & { unsent: readonly string[] }) {
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
