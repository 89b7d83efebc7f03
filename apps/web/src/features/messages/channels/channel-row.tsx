import type { ChannelDetail } from '@flockwork/contract/channels'
import { HOME_CHANNEL, CHANNEL_MAX_CHARS } from '@flockwork/contract/limits'
import { Archive, ArchiveRestore, Pencil } from 'lucide-react'
import { useEffect, useRef, useState, useId } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { channels as words } from '../../../strings/composer.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
import { toChannelName } from './channel-names.ts'
import { useChangeChannels } from './use-change-channels.ts'

/** The channel that was changed last: its row gets the focus, wherever it is then. */
export interface ChangedRow {
  name: string
}

interface Props {
  spaceId: string
  channel: ChannelDetail
  mayChange: boolean
  changed: ChangedRow | null
  onChanged: (row: ChangedRow) => void
}

/** A channel with its message count; for admins of the space with buttons to rename, archive and restore it. */
export function ChannelRow({ spaceId, channel, mayChange, changed, onChanged }: Props) {
  const { name, post_count, archived } = channel
  const toast = useToast()
  const { change } = useChangeChannels(spaceId)
  const [isRenaming, setRenaming] = useState(false)
  const firstButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (changed?.name === name && !isRenaming) firstButton.current?.focus()
  }, [changed, name, isRenaming])

  async function archive(isOn: boolean) {
    try {
      await change.mutateAsync({ of: name, archived: isOn })
      announce(isOn ? words.wasArchived(name) : words.wasRestored(name))
      onChanged({ name })
    } catch (error) {
      toast({ title: words.notChanged, description: detailOf(error, words.changeFailed), tone: 'bad' })
    }
  }

  if (isRenaming) {
    return (
      <li>
        <RenameForm
          spaceId={spaceId}
          name={name}
          onDone={(next) => {
            setRenaming(false)
            onChanged({ name: next })
          }}
        />
      </li>
    )
  }
  return (
    <li className="flex min-h-9 items-center gap-2 px-2 touch:min-h-11">
      <span className="min-w-0 truncate text-base font-medium">{name}</span>
      <span className="tabular shrink-0 text-xs text-ink-3">{words.messages(post_count)}</span>
      {mayChange && name !== HOME_CHANNEL && (
        <span className="ms-auto flex shrink-0 gap-1">
          {!archived && (
            <IconButton
              ref={firstButton}
              size="sm"
              label={words.rename(name)}
              icon={<Pencil size={15} />}
              onClick={() => setRenaming(true)}
            />
          )}
          <IconButton
            ref={archived ? firstButton : undefined}
            size="sm"
            label={archived ? words.restore(name) : words.archive(name)}
            icon={archived ? <ArchiveRestore size={15} /> : <Archive size={15} />}
            onClick={() => void archive(!archived)}
          />
        </span>
      )}
    </li>
  )
}

interface RenameFormProps {
  spaceId: string
  name: string
  /** Called with the new name, or the old one on cancel. */
  onDone: (name: string) => void
}

/** Renames a channel, in the place of its row. */
function RenameForm({ spaceId, name, onDone }: RenameFormProps) {
  const errorId = useId()
  const { change } = useChangeChannels(spaceId)
  const form = useForm({
    initial: { name },
    async send({ name: typed }) {
      if (typed !== name) {
        await change.mutateAsync({ of: name, name: typed })
        announce(words.renamed(typed))
      }
      onDone(typed)
    },
    refused: (error) => ({ name: detailOf(error, words.changeFailed) }),
  })
  const reason = form.errors.name

  return (
    <form
      {...form.props}
      className="px-2 py-1.5"
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
          {...form.text('name', toChannelName)}
          aria-label={words.newNameOf(name)}
          aria-invalid={reason !== undefined || undefined}
          aria-describedby={reason === undefined ? undefined : errorId}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={CHANNEL_MAX_CHARS}
          className="min-w-40 flex-1"
        />
        <Button type="submit" disabled={form.values.name === ''} busy={form.isBusy}>
          {words.save}
        </Button>
        <Button variant="quiet" onClick={() => onDone(name)}>
          {words.cancel}
        </Button>
      </div>
      {reason !== undefined && (
        <p id={errorId} role="alert" className="pt-1.5 text-sm text-rose">
          {reason}
        </p>
      )}
    </form>
  )
}
