import { TASK_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { ArrowDownUp, ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { taskFilters as words } from '../../../strings/tasks.ts'
import { Chip, ChipCount } from '../../../ui/chip.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../../ui/menu.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useMediaQuery, WIDE } from '../../../ui/use-media-query.ts'
import { countFilters, isFiltered, NO_FILTERS } from '../state/view.ts'
import {
  ANY,
  PriorityChoices,
  SORT_OPTIONS,
  StatusChoices,
  useAssigneeOptions,
  useSkillOptions,
  type FilterProps,
} from './choices.tsx'
import { FilterSheet } from './filter-sheet.tsx'

/** The filters above the list: in a row if there is room, otherwise behind a button. */
export function FilterBar(props: FilterProps) {
  const { view, onFilter } = props
  const isWide = useMediaQuery(WIDE)
  return (
    <search aria-label={words.label} className="flex min-w-0 flex-1 items-center gap-2">
      <SearchBox
        label={words.search}
        clearLabel={words.clearSearch}
        maxLength={TASK_SEARCH_MAX_CHARS}
        search={view.search}
        onSearch={(search) => onFilter({ search })}
        delayMs={300}
      />
      {isWide ? <Inline {...props} /> : <Collapsed {...props} />}
    </search>
  )
}

function Inline({ view, tasks, onFilter, onSort }: FilterProps) {
  const { status, priority, assignedTo, skill, sort } = view
  const assignees = useAssigneeOptions(assignedTo)
  const skills = useSkillOptions(tasks, skill)
  const labelOf = (options: readonly { value: string; label: string }[], value: string | null) =>
    options.find((option) => option.value === value)?.label
  return (
    <>
      <Popover
        label={words.status}
        className="w-56 p-2"
        trigger={
          <Chip isOn={status.length > 0}>
            {words.status}
            <ChipCount count={status.length} label={words.selected(status.length)} />
          </Chip>
        }
      >
        <StatusChoices filters={view} onFilter={onFilter} />
      </Popover>
      <Popover
        label={words.priority}
        className="w-56 p-2"
        trigger={
          <Chip isOn={priority.length > 0}>
            {words.priority}
            <ChipCount count={priority.length} label={words.selected(priority.length)} />
          </Chip>
        }
      >
        <PriorityChoices filters={view} onFilter={onFilter} />
      </Popover>
      <Menu
        align="start"
        trigger={
          <Chip isOn={assignedTo !== null} className="max-w-40">
            <span className="truncate">{labelOf(assignees, assignedTo) ?? words.assignee}</span>
          </Chip>
        }
      >
        <MenuChoices
          value={assignedTo ?? ANY}
          onValueChange={(value) => onFilter({ assignedTo: value === ANY ? null : value })}
          choices={assignees}
        />
      </Menu>
      <Menu
        align="start"
        trigger={
          <Chip isOn={skill !== null} className="max-w-40">
            <span className="truncate">{labelOf(skills, skill?.toLowerCase() ?? null) ?? words.skill}</span>
          </Chip>
        }
      >
        <MenuChoices
          value={skill?.toLowerCase() ?? ANY}
          onValueChange={(value) => onFilter({ skill: value === ANY ? null : value })}
          choices={skills}
        />
      </Menu>
      {isFiltered(view) && (
        <IconButton
          label={words.clearAll}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => onFilter(NO_FILTERS)}
          className="size-8! touch:size-10!"
        />
      )}
      <span className="ms-auto flex">
        <Menu
          className="min-w-36"
          trigger={
            <Chip
              isOn={false}
              icon={<ArrowDownUp size={15} aria-hidden="true" />}
              aria-label={`${words.sort}: ${words.sorts[sort]}`}
            >
              {words.sorts[sort]}
            </Chip>
          }
        >
          <MenuChoices value={sort} onValueChange={onSort} choices={SORT_OPTIONS} />
        </Menu>
      </span>
    </>
  )
}

function Collapsed(props: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(props.view)
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
        <ChipCount count={count} label={words.active(count)} />
      </Chip>
      <FilterSheet {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
