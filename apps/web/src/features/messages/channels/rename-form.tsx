import { CHANNEL_MAX_CHARS } from '@flockwork/contract/limits'
import { useId, useState } from 'react'
import { channels as words } from '../../../strings/composer.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { asTyped } from './channel-name.ts'
import { reasonOf, useChangeChannels } from './use-change-channels.ts'

interface Props {
  spaceId: string
  name: string
  /** The name that the channel has now: a new one, or the same. */
  onDone: (name: string) => void
}

/** The name of a channel as a field, in the place of its row. */
export function RenameForm({ spaceId, name, onDone }: Props) {
  const errorId = useId()
  const { change } = useChangeChannels(spaceId)
  const [typed, setTyped] = useState(name)
  const reason = change.error ? reasonOf(change.error, words.changeFailed) : null

  async function save() {
    if (typed === '' || change.isPending) return
    if (typed === name) return onDone(name)
    try {
      await change.mutateAsync({ of: name, name: typed })
      announce(words.renamed(typed))
      onDone(typed)
    } catch {
      // the mutation holds why, and it stands under the field
    }
  }

  return (
    <form
      className="px-2 py-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // the window stays
        event.stopPropagation()
        onDone(name)
      }}
    >
      <div className="flex flex-wrap gap-2">
        <Input
          // the row it takes the place of had the focus
          ref={(field) => field?.focus()}
          aria-label={words.newNameOf(name)}
          aria-invalid={reason !== null || undefined}
          aria-describedby={reason === null ? undefined : errorId}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={CHANNEL_MAX_CHARS}
          value={typed}
          onChange={({ target }) => {
            change.reset()
            setTyped(asTyped(target.value))
          }}
          className="min-w-40 flex-1"
        />
        <Button type="submit" disabled={typed === ''} busy={change.isPending}>
          {words.save}
        </Button>
        <Button variant="quiet" onClick={() => onDone(name)}>
          {words.cancel}
        </Button>
      </div>
      {reason !== null && (
        <p id={errorId} role="alert" className="pt-1.5 text-sm text-rose">
          {reason}
        </p>
      )}
    </form>
  )
}
