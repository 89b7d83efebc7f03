import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { search as words } from '../../strings/search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Choice } from '../../ui/choice-list.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuChoices, MenuLabel } from '../../ui/menu.tsx'
import { avatarKind, useChannels } from '../messages/index.ts'
import { useRoster } from '../spaces/index.ts'
import { countFilters, PAGE_SIZES, RANGES, type Asked } from './asked.ts'
import { filterButtonClass } from './filter-button.ts'
import { NamesMenu } from './names-menu.tsx'

interface Props {
  spaceId: string
  asked: Asked
  onChange: (next: Partial<Asked>) => void
}

/** When, who and where; on a phone behind a button that says how many narrow the search. */
export function SearchFilters({ spaceId, asked, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const authors = useAuthors(spaceId)
  const channels = useChannels(spaceId).map((name) => ({ name }))
  const count = countFilters(asked)

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <button
        type="button"
        className={cx(filterButtonClass(count > 0), 'md:hidden')}
        aria-label={words.filtersWith(count)}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={15} aria-hidden="true" />
        {words.filters}
        {count > 0 && <span className="tabular">{count}</span>}
      </button>
      <div
        id={panelId}
        className={cx('flex w-full flex-wrap gap-2 md:w-auto md:flex-1', !isOpen && 'max-md:hidden')}
      >
        <TimeMenu days={asked.days} onChange={(days) => onChange({ days })} />
        <NamesMenu
          label={words.agents}
          filterLabel={words.filterAgents}
          noMatch={words.noName}
          choices={authors}
          selected={asked.agents}
          onChange={(agents) => onChange({ agents })}
        />
        <NamesMenu
          label={words.channels}
          filterLabel={words.filterChannels}
          noMatch={words.noChannel}
          choices={channels}
          selected={asked.channels}
          onChange={(names) => onChange({ channels: names })}
        />
        <SizeMenu size={asked.size} onChange={(size) => onChange({ size })} />
      </div>
    </div>
  )
}

function TimeMenu({ days, onChange }: { days: Asked['days']; onChange: (days: Asked['days']) => void }) {
  const label = words.ranges[days]
  return (
    <Menu
      align="start"
      className="min-w-44"
      trigger={
        <button
          type="button"
          aria-label={`${words.time}: ${label}`}
          className={filterButtonClass(days !== 0)}
        >
          {days === 0 ? words.time : label}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>{words.time}</MenuLabel>
      <MenuChoices
        value={String(days)}
        onValueChange={(value) => onChange(RANGES.find((range) => String(range) === value) ?? 0)}
        choices={RANGES.map((range) => ({ value: String(range), label: words.ranges[range] }))}
      />
    </Menu>
  )
}

function SizeMenu({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  return (
    <Menu
      className="min-w-40"
      trigger={
        <button
          type="button"
          aria-label={`${words.pageSize}: ${size}`}
          className={cx(filterButtonClass(false), 'md:ml-auto')}
        >
          {words.perPage(size)}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>{words.pageSize}</MenuLabel>
      <MenuChoices
        value={String(size)}
        onValueChange={(value) => onChange(Number(value))}
        choices={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
      />
    </Menu>
  )
}

/** Who can have written: the agents first. */
function useAuthors(spaceId: string): Choice[] {
  const roster = useRoster(spaceId).items
  return useMemo(() => {
    const choiceOf = (type: 'agent' | 'user', group: string) =>
      (roster ?? [])
        .filter((item) => item.type === type)
        .map(({ handle }) => ({
          name: handle,
          group,
          icon: <Avatar username={handle} kind={avatarKind(handle, type)} size={22} />,
        }))
    return [...choiceOf('agent', words.agents), ...choiceOf('user', words.people)]
  }, [roster])
}
