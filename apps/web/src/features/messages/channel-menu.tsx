import { ChevronDown } from 'lucide-react'
import { strings } from '../../strings.ts'
import { Menu, MenuChoices, MenuLabel } from '../../ui/menu.tsx'

const words = strings.messages

interface Props {
  channels: readonly string[]
  channel: string
  onChange: (channel: string) => void
}

/** Which channel a message goes to. */
export function ChannelMenu({ channels, channel, onChange }: Props) {
  return (
    <Menu
      side="top"
      align="start"
      className="min-w-40"
      trigger={
        <button
          type="button"
          aria-label={words.channel(channel)}
          className="relative inline-flex h-8 shrink-0 items-center gap-1 rounded-control px-2 text-sm text-ink-2 transition-colors hover:bg-sunken hover:text-ink touch:hit-area dark:hover:bg-line"
        >
          {channel}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>{words.channels}</MenuLabel>
      <MenuChoices
        value={channel}
        onValueChange={onChange}
        choices={channels.map((name) => ({ value: name, label: name }))}
      />
    </Menu>
  )
}
