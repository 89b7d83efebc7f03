import type { RosterItem } from '@flockwork/contract/spaces'
import { Hash, Plus, SlidersHorizontal } from 'lucide-react'
import type { RefObject } from 'react'
import { quickMentions as words } from '../../../../strings/composer.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../../ui/menu.tsx'
import type { FieldHandle } from '../../text-field/message-field.tsx'
import { useInsert } from '../use-insert.ts'
import { AgentAvatar } from './agent-avatar.tsx'
import { FIXED_TOPICS, agentsToAdd } from './agents.ts'

interface Props {
  agents: readonly RosterItem[]
  field: RefObject<FieldHandle | null>
  onCustomize: () => void
}

/** Inserts a topic or an agent; also opens the dialog that customizes the bar. */
export function AddMenu({ agents, field, onCustomize }: Props) {
  const { insertName, returnTo } = useInsert(field)
  return (
    <Menu
      side="top"
      align="start"
      returnTo={returnTo}
      trigger={<IconButton size="sm" label={words.add} icon={<Plus size={16} />} className="rounded-full" />}
    >
      <MenuLabel>{words.topics}</MenuLabel>
      {FIXED_TOPICS.map((topic) => (
        <MenuItem
          key={topic}
          icon={<Hash size={15} aria-hidden="true" className="mx-[3.5px] text-egg" />}
          onSelect={() => insertName(`#${topic}`)}
        >
          {topic}
        </MenuItem>
      ))}
      {agents.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>{words.agents}</MenuLabel>
          {agentsToAdd(agents).map((agent) => (
            <MenuItem
              key={agent.id}
              icon={<AgentAvatar agent={agent} />}
              onSelect={() => insertName(`@${agent.handle}`)}
            >
              {agent.handle}
            </MenuItem>
          ))}
        </>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<SlidersHorizontal size={16} aria-hidden="true" className="mx-[3px]" />}
        onSelect={onCustomize}
      >
        {words.customize}
      </MenuItem>
    </Menu>
  )
}
