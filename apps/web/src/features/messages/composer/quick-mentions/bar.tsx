import type { RosterItem } from '@flockwork/contract/spaces'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useSignedIn } from '../../../../api/use-session.ts'
import { quickMentions as words } from '../../../../strings/composer.ts'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Menu, MenuItem } from '../../../../ui/menu.tsx'
import { useActiveRoster } from '../../../agents/index.ts'
import { usePeople } from '../../context/use-people.ts'
import type { FieldHandle } from '../../text-field/message-field.tsx'
import { useInsert } from '../use-insert.ts'
import { AddMenu } from './add-menu.tsx'
import { AgentAvatar } from './agent-avatar.tsx'
import { chipsThatFit, selectedAgents, orderedAgents, SHOWN_MAX } from './agents.ts'
import { useSelection } from './selection.ts'

const CustomizeDialog = lazyPart(async () => (await import('./customize-dialog.tsx')).CustomizeDialog)

/** Widths of the gap between chips, the menu with the rest, and the button after it including all padding. */
const GAP_PX = 4
const MORE_PX = 44
const REST_PX = 40

interface Props {
  spaceId: string
  field: RefObject<FieldHandle | null>
  /** On a phone the chips scroll sideways. */
  isScrolling: boolean
}

/** Agents to mention with one press: six chips, or as many as fit whole, and the rest in a menu. */
export function QuickMentions({ spaceId, field, isScrolling }: Props) {
  const { id: userId } = useSignedIn().profile
  const people = useActiveRoster(spaceId, usePeople(spaceId).all)
  const agents = useMemo(() => orderedAgents(people), [people])
  const chosen = selectedAgents(agents, useSelection(userId, spaceId))
  const chips = chosen.slice(0, SHOWN_MAX)
  const { bar, fitting } = useFitting(
    chips.map(({ handle }) => handle),
    chosen.length > SHOWN_MAX,
  )
  const shown = isScrolling ? chips.length : fitting
  const rest = chosen.slice(shown)
  const [isCustomizing, setCustomizing] = useState(false)
  const close = () => setCustomizing(false)
  // rendered as soon as the agents are known, so that nothing shifts
  const isKnown = agents.length > 0

  return (
    <div
      ref={bar}
      role="group"
      aria-label={words.bar}
      className="flex min-h-9 min-w-0 flex-1 items-center gap-0.5"
    >
      <div
        className={cx(
          'relative flex min-w-0 items-center gap-1 p-1 empty:hidden',
          isScrolling ? 'overflow-x-auto [scrollbar-width:none]' : 'overflow-hidden',
        )}
      >
        {chips.map((agent, index) => (
          <button
            key={agent.id}
            type="button"
            aria-label={words.mention(agent.handle)}
            // the field keeps the focus, and a phone its keyboard
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => field.current?.insert(`@${agent.handle} `)}
            data-chip
            // hidden, not unmounted: its width is still measured
            className={cx(
              'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full bg-sunken ps-1 pe-2.5 text-sm text-ink-2 transition-colors hover:bg-line hover:text-ink touch:h-9 dark:bg-line dark:hover:bg-line-strong/40',
              index < shown ? 'relative' : 'invisible absolute',
            )}
          >
            <AgentAvatar agent={agent} />
            <span className="max-w-[14ch] truncate">{agent.handle}</span>
          </button>
        ))}
      </div>
      {rest.length > 0 && <Overflow agents={rest} field={field} />}
      {isKnown && <AddMenu agents={agents} field={field} onCustomize={() => setCustomizing(true)} />}
      <CustomizeDialog
        when={isCustomizing}
        onLoadError={close}
        isOpen={isCustomizing}
        onClose={close}
        userId={userId}
        spaceId={spaceId}
        agents={agents}
      />
    </div>
  )
}

/** How many chips fit uncut next to the other parts of the bar. */
function useFitting(names: readonly string[], hasMore: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(SHOWN_MAX)
  const key = names.join(' ')
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const measure = () => {
      const chips = [...element.querySelectorAll<HTMLElement>('[data-chip]')]
      const roomPx = element.clientWidth - REST_PX
      const widths = chips.map(({ offsetWidth }) => offsetWidth)
      setFitting(chipsThatFit(widths, { roomPx, gapPx: GAP_PX, morePx: MORE_PX, hasMore }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [key, hasMore])
  return { bar, fitting }
}

interface OverflowProps {
  agents: readonly RosterItem[]
  field: RefObject<FieldHandle | null>
}

function Overflow({ agents, field }: OverflowProps) {
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
          icon={<AgentAvatar agent={agent} />}
          onSelect={() => insertName(`@${agent.handle}`)}
        >
          {agent.handle}
        </MenuItem>
      ))}
    </Menu>
  )
}
