import type { RosterItem } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { avatarKind } from './author.ts'

const words = strings.messages
const SHOWN = 6

interface Props {
  agents: readonly RosterItem[]
  onMention: (handle: string) => void
}

/** Agents to mention with one press: six chips, the rest in a menu. Wraps nowhere: what doesn't fit scrolls. */
export function QuickMentions({ agents, onMention }: Props) {
  const rest = agents.slice(SHOWN)
  return (
    <div
      role="group"
      aria-label={words.quickMentions}
      className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none]"
    >
      {agents.slice(0, SHOWN).map(({ id, handle }) => (
        <button
          key={id}
          type="button"
          aria-label={words.mentionName(handle)}
          // the text keeps the focus, and a phone its keyboard
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onMention(handle)}
          className="relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full bg-sunken ps-1 pe-2.5 text-sm text-ink-2 transition-colors hover:bg-line hover:text-ink touch:h-8 dark:bg-line dark:hover:bg-line-strong/40"
        >
          <Avatar username={handle} kind={avatarKind(handle, 'agent')} size={22} />
          {handle}
        </button>
      ))}
      {rest.length > 0 && (
        <Menu
          side="top"
          align="start"
          trigger={
            <button
              type="button"
              aria-label={words.moreMentionsLabel(rest.length)}
              className="relative inline-flex h-7 shrink-0 items-center rounded-full px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink dark:hover:bg-line"
            >
              {words.moreMentions(rest.length)}
            </button>
          }
        >
          {rest.map(({ id, handle }) => (
            <MenuItem
              key={id}
              icon={<Avatar username={handle} kind={avatarKind(handle, 'agent')} size={22} />}
              onSelect={() => onMention(handle)}
            >
              {handle}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
