import {
  adminActivityRoutes,
  type ActivityType,
  type AdminActivity,
} from '@flockwork/contract/admin/activity'
import { ADMIN_COUNT_MAX, ADMIN_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminActivity as words, adminLists } from '../../../strings/admin-places.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { adminKeys } from '../keys.ts'
import { ListFilters } from '../list-filters.tsx'
import { usePagedList } from '../use-paged-list.ts'

const PAGE = 20
const REFETCH_MS = 30_000
const SETTLED_MS = 300
const TYPES: readonly ActivityType[] = [
  'signup',
  'agent',
  'space',
  'join',
  'message',
  'task',
  'task_completed',
]
const SPANS = [
  { hours: 24, label: words.spans.h24 },
  { hours: 7 * 24, label: words.spans.d7 },
  { hours: 30 * 24, label: words.spans.d30 },
] as const

const COLUMNS: readonly Column<AdminActivity>[] = [
  {
    id: 'who',
    head: words.columns.who,
    cell: ({ username }) => <span className="font-medium">{username}</span>,
    width: '14rem',
    phone: 'first',
  },
  {
    id: 'what',
    head: words.columns.what,
    cell: ({ description }) => <span dir="auto">{description}</span>,
  },
  {
    id: 'when',
    head: words.columns.when,
    cell: ({ timestamp }) => <RelativeTime at={timestamp} />,
    text: ({ timestamp }) => timestamp,
    width: '8rem',
  },
]

interface Filter {
  readonly search: string
  readonly type: ActivityType | null
  readonly hours: number
}

/** Recent activity. */
export function ActivityTab() {
  const [filter, setFilter] = useState<Filter>({ search: '', type: null, hours: SPANS[0].hours })
  const list = useActivity(filter)
  return (
    <div className="flex flex-col gap-4">
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
          aria-label={words.type}
          value={filter.type ?? 'all'}
          onValueChange={(value) =>
            setFilter({ ...filter, type: TYPES.find((type) => type === value) ?? null })
          }
          choices={(['all', ...TYPES] as const).map((value) => ({ value, label: words.types[value] }))}
        />
        <Select
          isFilter
          aria-label={words.hours}
          value={String(filter.hours)}
          onValueChange={(value) => setFilter({ ...filter, hours: Number(value) })}
          choices={SPANS.map(({ hours, label }) => ({ value: String(hours), label }))}
        />
      </ListFilters>
      <DataTable
        label={words.label}
        columns={COLUMNS}
        list={list}
        rowId={({ id }) => id}
        empty={
          <EmptyState scene="bare" title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      />
      {list.total >= ADMIN_COUNT_MAX && (
        <p className="text-xs text-ink-3">{adminLists.counted(shownNumber(ADMIN_COUNT_MAX))}</p>
      )}
    </div>
  )
}

function useActivity({ search, type, hours }: Filter) {
  const { api } = useServices()
  return usePagedList<AdminActivity>({
    name: [...adminKeys.activity, search, type, hours],
    limit: PAGE,
    refetchMs: REFETCH_MS,
    failed: words.failed,
    async fetchPage(page) {
      const { activities, total } = await api.call(adminActivityRoutes.list, {
        query: { ...page, hours, ...(search !== '' && { search }), ...(type !== null && { type }) },
      })
      return { rows: activities, total }
    },
  })
}
