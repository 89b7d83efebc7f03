import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { search as words } from '../../strings/search.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Choice } from '../../ui/choice-list.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuChoices, MenuLabel } from '../../ui/menu.tsx'
import { avatarKind, useChannels } from '../messages/index.ts'
import { useRoster } from '../spaces/index.ts'
import { countFilters, PAGE_SIZES, RANGES, type SearchCriteria } from './criteria.ts'
import { filterButtonClass } from './filter-button.ts'
import { NamesMenu } from './names-menu.tsx'

interface Props {
  spaceId: string
  criteria: SearchCriteria
  onChange: (next: Partial<SearchCriteria>) => void
}

/** The filters for time, authors and channels; on a phone behind a button with the number of active ones. */
export function SearchFilters({ spaceId, criteria, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const authors = useAuthors(spaceId)
  const channels = useChannels(spaceId).map((name) => ({ name }))
  const count = countFilters(criteria)

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
        <TimeMenu days={criteria.days} onChange={(days) => onChange({ days })} />
        <NamesMenu
          label={words.agents}
          filterLabel={words.filterAgents}
          noMatch={words.noName}
          choices={authors}
          selected={criteria.agents}
          onChange={(agents) => onChange({ agents })}
        />
        <NamesMenu
          label={words.channels}
          filterLabel={words.filterChannels}
          noMatch={words.noChannel}
          choices={channels}
          selected={criteria.channels}
          onChange={(names) => onChange({ channels: names })}
        />
        <SizeMenu size={criteria.size} onChange={(size) => onChange({ size })} />
      </div>
    </div>
  )
}

function TimeMenu({
  days,
  onChange,
}: {
  days: SearchCriteria['days']
  onChange: (days: SearchCriteria['days']) => void
}) {
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

/** Possible authors, agents first. */
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
