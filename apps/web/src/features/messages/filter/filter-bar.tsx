import { SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import { AtSign, Clock, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { filterWords as words } from '../../../strings/filter.ts'
import { Chip, ChipCount } from '../../../ui/chip.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../../ui/menu.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useMediaQuery, WIDE } from '../../../ui/use-media-query.ts'
import { CopyMenu, type Copying } from './copy-menu.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { activeFilters, isFiltering, NO_FILTER, withSelected, type FilterState } from './filter-state.ts'
import { NAME_FILTERS } from './name-filters.tsx'
import { TIME_RANGES } from './time-range.ts'

interface Props {
  spaceId: string
  feedId: string
  filter: FilterState
  onFilter: (filter: FilterState) => void
  hasTimeRange: boolean
  copying: Copying
  summary: ReactNode
}

/** The filters above the feed: in a row if it is wide enough, else behind a button. */
export function FilterBar(props: Props) {
  const { filter, onFilter, copying, summary } = props
  const isWide = useMediaQuery(WIDE)
  return (
    <search aria-label={words.bar} className="flex items-center gap-2 px-4 py-2 md:px-6">
      <SearchBox
        label={words.search}
        clearLabel={words.clearSearch}
        maxLength={SEARCH_QUERY_MAX_CHARS}
        search={filter.query}
        onSearch={(query) => onFilter({ ...filter, query })}
      />
      {isWide ? <Inline {...props} /> : <Collapsed {...props} />}
      {isWide && (
        <div className="ms-auto flex shrink-0 items-center gap-1">
          {summary}
          <CopyMenu {...copying} />
        </div>
      )}
    </search>
  )
}

function Inline({ spaceId, feedId, filter, onFilter, hasTimeRange }: Props) {
  const { showOnlyMentions, timeRange } = filter
  const change = (next: Partial<FilterState>) => onFilter({ ...filter, ...next })
  return (
    <>
      <Chip
        icon={<AtSign size={15} aria-hidden="true" />}
        isOn={showOnlyMentions}
        aria-pressed={showOnlyMentions}
        aria-label={words.mentionsOnly}
        data-tip={words.mentionsHint}
        onClick={() => change({ showOnlyMentions: !showOnlyMentions })}
      >
        {words.mentions}
      </Chip>
      {hasTimeRange && (
        <Menu
          align="start"
          className="min-w-36"
          trigger={
            <Chip
              icon={<Clock size={15} aria-hidden="true" />}
              isOn={timeRange !== 'all'}
              aria-label={timeRange === 'all' ? words.time : words.timeNow(timeRange)}
            >
              {timeRange === 'all' ? words.time : timeRange}
            </Chip>
          }
        >
          <MenuChoices
            value={timeRange}
            onValueChange={(range) => change({ timeRange: range })}
            choices={TIME_RANGES.map((value) => ({ value, label: value === 'all' ? words.allTime : value }))}
          />
        </Menu>
      )}
      {NAME_FILTERS.map(({ label, Icon, key, Choices }) => (
        <Popover
          key={key}
          label={label}
          className="w-64 p-2"
          trigger={
            <Chip icon={Icon && <Icon size={15} aria-hidden="true" />} isOn={filter[key].length > 0}>
              {label}
              <ChipCount count={filter[key].length} label={words.selected(filter[key].length)} />
            </Chip>
          }
        >
          <Choices
            spaceId={spaceId}
            feedId={feedId}
            selected={filter[key]}
            onSelect={(names) => onFilter(withSelected(filter, key, names))}
          />
        </Popover>
      ))}
      {isFiltering(filter) && (
        <IconButton
          label={words.clearAll}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => onFilter(NO_FILTER)}
          className="size-8! touch:size-10!"
        />
      )}
    </>
  )
}

function Collapsed({ spaceId, feedId, filter, onFilter, hasTimeRange, copying }: Props) {
  const [isOpen, setOpen] = useState(false)
  const count = activeFilters(filter)
  return (
    <>
      <Chip
        icon={<ListFilter size={15} aria-hidden="true" />}
        isOn={count > 0}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {words.filters}
        <ChipCount count={count} label={words.activeFilters(count)} />
      </Chip>
      <FilterSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        spaceId={spaceId}
        feedId={feedId}
        filter={filter}
        onFilter={onFilter}
        hasTimeRange={hasTimeRange}
        copying={copying}
      />
    </>
  )
}
