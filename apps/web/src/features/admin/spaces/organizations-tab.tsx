import type { AdminSpace, AdminSpaceSort, SpaceKind } from '@flockwork/contract/admin/spaces'
import { ADMIN_COUNT_MAX, ADMIN_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { useState } from 'react'
import { adminLists, adminSpaces as words } from '../../../strings/admin-places.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { fullDay } from '../../../ui/format-time.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { ListFilters } from '../list-filters.tsx'
import { SpaceFactsLine } from './space-facts.tsx'
import { useSpaces, type SpaceFilter } from './use-spaces.ts'

const SETTLED_MS = 300
const FIRST: SpaceFilter = { search: '', kind: null, sort: { by: 'created_at', order: 'desc' } }
const KINDS: readonly SpaceKind[] = ['personal', 'private', 'invite_only', 'public']
const heads = words.columns

const kindOf = ({ is_personal, visibility }: AdminSpace) => words.kinds[is_personal ? 'personal' : visibility]

const COLUMNS: readonly Column<AdminSpace, AdminSpaceSort>[] = [
  {
    id: 'name',
    head: heads.name,
    cell: ({ name }) => <span dir="auto">{name}</span>,
    text: ({ name }) => name,
    sorts: 'asc',
    phone: 'first',
  },
  {
    id: 'kind',
    head: heads.kind,
    cell: (space) => <Badge>{kindOf(space)}</Badge>,
    text: kindOf,
    width: '6rem',
  },
  {
    id: 'owner',
    head: heads.owner,
    cell: ({ owner_username, owner_email }) => (
      <span title={owner_email ?? undefined}>{owner_username ?? words.nobody}</span>
    ),
    text: ({ owner_username, owner_email }) =>
      [owner_username, owner_email].filter((one) => one !== null).join(' '),
    width: '11rem',
  },
  number('members', heads.members, ({ member_count }) => member_count),
  {
    id: 'agents',
    head: heads.agents,
    cell: ({ agent_count }) => shownNumber(agent_count),
    isNumber: true,
    isExtra: true,
    width: '5.5rem',
    phone: 'nowhere',
  },
  number('messages', heads.messages, ({ message_count }) => message_count),
  { ...number('tasks', heads.tasks, ({ task_count }) => task_count), phone: 'nowhere' },
  {
    id: 'created_at',
    head: heads.created,
    cell: ({ created_at }) => fullDay(new Date(created_at)),
    text: ({ created_at }) => created_at,
    sorts: 'desc',
    width: '7.5rem',
    phone: 'nowhere',
  },
]

function number(
  id: AdminSpaceSort,
  head: string,
  valueOf: (space: AdminSpace) => number,
): Column<AdminSpace, AdminSpaceSort> {
  return {
    id,
    head,
    cell: (space) => shownNumber(valueOf(space)),
    text: (space) => String(valueOf(space)),
    sorts: 'desc',
    isNumber: true,
    width: '6rem',
  }
}

/** The spaces of the instance. */
export function OrganizationsTab() {
  const [filter, setFilter] = useState(FIRST)
  const { list, facts } = useSpaces(filter)
  return (
    <div className="flex flex-col gap-4">
      {facts && <SpaceFactsLine {...facts} />}
      <ListFilters>
        <SearchBox
          label={words.search}
          clearLabel={words.clearSearch}
          maxLength={ADMIN_SEARCH_MAX_CHARS}
          search={filter.search}
          onSearch={(search) => setFilter({ ...filter, search })}
          delayMs={SETTLED_MS}
        />
        <Select
          isFilter
          aria-label={words.kind}
          value={filter.kind ?? 'all'}
          onValueChange={(value) =>
            setFilter({ ...filter, kind: KINDS.find((kind) => kind === value) ?? null })
          }
          choices={(['all', ...KINDS] as const).map((value) => ({ value, label: words.kinds[value] }))}
        />
      </ListFilters>
      <DataTable
        label={words.label}
        columns={COLUMNS}
        list={list}
        rowId={({ id }) => id}
        sort={filter.sort}
        onSort={(sort) => setFilter({ ...filter, sort })}
        empty={
          <EmptyState scene="bare" title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      />
      {filter.search !== '' && list.total >= ADMIN_COUNT_MAX && (
        <p className="text-xs text-ink-3">{adminLists.counted(shownNumber(ADMIN_COUNT_MAX))}</p>
      )}
    </div>
  )
}
