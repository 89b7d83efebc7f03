import type { ChannelDetail } from '@flockwork/contract/channels'
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import { ChevronDown, Plus, Settings2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { channels as words } from '../../../strings/composer.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useViewer } from '../context/use-rights.ts'
import { currentSelection, openChannels } from './channel-names.ts'
import { useChannelDetails, useChannels } from './use-channels.ts'

const ChannelsDialog = lazyPart(async () => (await import('./channels-dialog.tsx')).ChannelsDialog)

interface Props {
  spaceId: string
  channel: string
  onChange: (channel: string) => void
}

/** Selects the channel that a message goes to; also opens the dialog of channels. */
export function ChannelMenu({ spaceId, channel, onChange }: Props) {
  const viewer = useViewer()
  const names = useChannels(spaceId)
  const { data, refetch } = useChannelDetails(spaceId)
  const [isManaging, setManaging] = useState(false)
  const close = () => setManaging(false)
  const mayChange = viewer.isAdmin || viewer.isSpaceAdmin
  useCurrentName(channel, data?.details, onChange)

  return (
    <>
      <Menu
        side="top"
        align="start"
        className="min-w-56"
        // messages change the counts without an event
        onOpen={() => void refetch()}
        trigger={
          <button
            type="button"
            aria-label={words.channel(channel)}
            className="relative inline-flex h-8 min-w-0 shrink-0 items-center gap-1 rounded-control px-2 text-sm text-ink-2 transition-colors hover:bg-sunken hover:text-ink touch:hit-area dark:hover:bg-line"
          >
            <span className="max-w-[14ch] truncate">{channel}</span>
            <ChevronDown size={14} aria-hidden="true" className="shrink-0" />
          </button>
        }
      >
        <MenuLabel>{words.postIn}</MenuLabel>
        <MenuChoices
          value={channel}
          onValueChange={onChange}
          choices={
            data
              ? openChannels(data.details).map(({ name, post_count }) => ({
                  value: name,
                  label: name,
                  aside: words.messages(post_count),
                }))
              : names.map((name) => ({ value: name, label: name }))
          }
        />
        <MenuSeparator />
        <MenuItem
          icon={
            mayChange ? <Settings2 size={16} aria-hidden="true" /> : <Plus size={16} aria-hidden="true" />
          }
          onSelect={() => setManaging(true)}
        >
          {mayChange ? words.manage : words.make}
        </MenuItem>
      </Menu>
      <ChannelsDialog
        when={isManaging}
        onLoadError={close}
        isOpen={isManaging}
        onClose={close}
        spaceId={spaceId}
        mayChange={mayChange}
        onCreated={onChange}
      />
    </>
  )
}

/** Updates the selection when somebody renames or archives the selected channel. */
function useCurrentName(
  channel: string,
  details: readonly ChannelDetail[] | undefined,
  onChange: (channel: string) => void,
): void {
  const toast = useToast()
  const before = useRef<readonly ChannelDetail[] | null>(null)
  useEffect(() => {
    if (!details) return
    const next = currentSelection(channel, before.current, details)
    before.current = details
    if (next === channel) return
    onChange(next)
    if (next === HOME_CHANNEL) toast({ title: words.gone(channel), description: words.goneText(next) })
  }, [channel, details, onChange, toast])
}
