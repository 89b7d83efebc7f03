import { Check, Copy } from 'lucide-react'
import { strings } from '../../../strings.ts'
import { filterWords as words } from '../../../strings/filter.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { COPY_LAST } from './copied-text.ts'

export interface Copying {
  /** Something was copied within the last 2 s. */
  copied: boolean
  /** Copies the last so many messages shown; without a number all of them. */
  copy: (last?: number) => void
}

/** Copies messages of the list. */
export function CopyMenu({ copied, copy }: Copying) {
  const drawing = copied ? <Check size={16} className="text-moss" /> : <Copy size={16} />
  return (
    <Menu
      className="min-w-40"
      trigger={
        <IconButton
          label={copied ? strings.ui.copied : words.copyMessages}
          icon={drawing}
          className="size-8! touch:size-10!"
        />
      }
    >
      <MenuItem onSelect={() => copy()}>{words.copyVisible}</MenuItem>
      {COPY_LAST.map((count) => (
        <MenuItem key={count} onSelect={() => copy(count)}>
          {words.copyLast(count)}
        </MenuItem>
      ))}
    </Menu>
  )
}
