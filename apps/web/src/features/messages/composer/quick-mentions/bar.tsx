import type { RosterItem } from '@flockwork/contract/spaces'
import { useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { useSignedIn } from '../../../../api/use-session.ts'
import { quickMentions as words } from '../../../../strings/composer.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../../../../ui/menu.tsx'
import { useActiveRoster } from '../../../agents/index.ts'
import { usePeople } from '../../context/use-people.ts'
import type { FieldHandle } from '../../text-field/message-field.tsx'
import { useInsert } from '../use-insert.ts'
import { AddMenu } from './add-menu.tsx'
import { AgentAvatar } from './agent-avatar.tsx'
import { selectedAgents, colouredAgents, orderedAgents, SHOWN_MAX } from './agents.ts'
import { useSelection } from './selection.ts'

const CustomizeDialog = lazyPart(async () => (await import('./customize-dialog.tsx')).CustomizeDialog)

interface Props {
  spaceId: string
  field: RefObject<FieldHandle | null>
}

/** Agents to mention with one press: six chips, and the rest in a menu. */
export function QuickMentions({ spaceId, field }: Props) {
  const { id: userId } = useSignedIn().profile
  const people = useActiveRoster(spaceId, usePeople(spaceId).all)
  const agents = useMemo(() => orderedAgents(people), [people])
  const coloured = useMemo(() => colouredAgents(agents), [agents])
  const chosen = selectedAgents(agents, useSelection(userId, spaceId))
  const rest = chosen.slice(SHOWN_MAX)
  const [isCustomizing, setCustomizing] = useState(false)
  const close = () => setCustomizing(false)

  return (
    <div role="group" aria-label={words.bar} className="flex min-w-0 flex-1 items-center gap-0.5">
      <div className="flex min-w-0 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none] empty:hidden">
        {chosen.slice(0, SHOWN_MAX).map((agent) => (
          <button
            key={agent.id}
            type="button"
            aria-label={words.mention(agent.handle)}
            // the field keeps the focus, and a phone its keyboard
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => field.current?.insert(`@${agent.handle} `)}
            className="relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full bg-sunken ps-1 pe-2.5 text-sm text-ink-2 transition-colors hover:bg-line hover:text-ink touch:h-9 dark:bg-line dark:hover:bg-line-strong/40"
          >
            <AgentAvatar agent={agent} coloured={coloured} />
            <span className="max-w-[14ch] truncate">{agent.handle}</span>
          </button>
        ))}
      </div>
      {rest.length > 0 && <Overflow agents={rest} coloured={coloured} field={field} />}
      <AddMenu agents={agents} coloured={coloured} field={field} onCustomize={() => setCustomizing(true)} />
      <CustomizeDialog
        when={isCustomizing}
        onLoadError={close}
        isOpen={isCustomizing}
        onClose={close}
        userId={userId}
        spaceId={spaceId}
        agents={agents}
        coloured={coloured}
      />
    </div>
  )
}

interface OverflowProps {
  agents: readonly RosterItem[]
  coloured: ReadonlySet<string>
  field: RefObject<FieldHandle | null>
}

function Overflow({ agents, coloured, field }: OverflowProps) {
  const { insertName, returnTo } = useInsert(field)
  return (
    <Menu
      side="top"
      align="start"
      returnTo={returnTo}
      trigger={
        <button
          type="button"
          aria-label={words.moreLabel(agents.length)}
          className="tabular relative inline-flex h-7 shrink-0 items-center rounded-full px-2 text-sm text-ink-2 transition-colors hover:bg-sunken hover:text-ink touch:hit-area dark:hover:bg-line"
        >
          {words.more(agents.length)}
        </button>
      }
    >
      {agents.map((agent) => (
        <MenuItem
          key={agent.id}
          icon={<AgentAvatar agent={agent} coloured={coloured} />}
          onSelect={() => insertName(`@${agent.handle}`)}
        >
          {agent.handle}
        </MenuItem>
      ))}
    </Menu>
  )
}
