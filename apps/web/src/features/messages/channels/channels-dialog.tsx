import { CHANNEL_MAX_CHARS } from '@flockwork/contract/limits'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { channels as words } from '../../../strings/composer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
import { openChannels, toChannelName } from './channel-names.ts'
import { ChannelRow, type ChangedRow } from './channel-row.tsx'
import { useChangeChannels } from './use-change-channels.ts'
import { useChannelDetails } from './use-channels.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  spaceId: string
  /** Whether the viewer may rename and archive: an admin of the space. */
  mayChange: boolean
  onCreated: (name: string) => void
}

/** The channels of the space: any member creates one, its admins rename and archive. */
export function ChannelsDialog({ isOpen, onClose, spaceId, mayChange, onCreated }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      phone="sheet"
      title={words.title}
      description={words.text}
    >
      <NewChannel
        spaceId={spaceId}
        onCreated={(name) => {
          onCreated(name)
          onClose()
        }}
      />
      <ChannelList spaceId={spaceId} mayChange={mayChange} />
    </Dialog>
  )
}

function NewChannel({ spaceId, onCreated }: { spaceId: string; onCreated: (name: string) => void }) {
  const toast = useToast()
  const { create } = useChangeChannels(spaceId)
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => create.mutateAsync(name),
    onSent(created) {
      toast({ title: words.created(created.name), tone: 'good' })
      onCreated(created.name)
    },
    refused: (error) => ({ name: detailOf(error, words.createFailed) }),
  })
  return (
    <form {...form.props}>
      <Field label={words.newName} hint={words.nameHint(CHANNEL_MAX_CHARS)} error={form.errors.name}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              {...form.text('name', toChannelName)}
              data-initial-focus
              autoComplete="off"
              autoCapitalize="none"
              maxLength={CHANNEL_MAX_CHARS}
            />
            <Button type="submit" variant="primary" disabled={form.values.name === ''} busy={form.isBusy}>
              {words.create}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

function ChannelList({ spaceId, mayChange }: { spaceId: string; mayChange: boolean }) {
  const { data, error, refetch } = useChannelDetails(spaceId)
  const [changed, onChanged] = useState<ChangedRow | null>(null)
  if (!data) {
    return error && <LoadFailure isLine text={words.failed} onRetry={() => void refetch()} className="pt-4" />
  }
  const archived = data.details.filter((channel) => channel.archived)
  const row = { spaceId, mayChange, changed, onChanged }
  return (
    <>
      <ul aria-label={words.list} className="-mx-2 mt-4 border-t border-line pt-3">
        {openChannels(data.details).map((channel) => (
          <ChannelRow key={channel.name} channel={channel} {...row} />
        ))}
      </ul>
      {mayChange && archived.length > 0 && (
        <>
          <h3 className="pt-4 pb-1 text-sm font-medium text-ink-3">{words.archived}</h3>
          <ul aria-label={words.archived} className="-mx-2">
            {archived.map((channel) => (
              <ChannelRow key={channel.name} channel={channel} {...row} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
