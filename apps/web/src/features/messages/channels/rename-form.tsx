import { CHANNEL_MAX_CHARS } from '@flockwork/contract/limits'
import { useId, useState } from 'react'
import { channels as words } from '../../../strings/composer.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { toChannelName } from './channel-names.ts'
import { reasonOf, useChangeChannels } from './use-change-channels.ts'

interface Props {
  spaceId: string
  name: string
  /** Called with the new name, or the old one on cancel. */
  onDone: (name: string) => void
}

/** Renames a channel, in the place of its row. */
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
      // shown under the field, from the mutation's error
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
        // the dialog stays open
        event.stopPropagation()
        onDone(name)
      }}
    >
      <div className="flex flex-wrap gap-2">
        <Input
          // the row that it replaces had the focus
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
            setTyped(toChannelName(target.value))
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
