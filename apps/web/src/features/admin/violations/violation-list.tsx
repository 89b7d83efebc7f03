import { adminViolationRoutes as routes, type Violation } from '@flockwork/contract/admin/violations'
import type { ViolationSort } from '@flockwork/contract/guardrails'
import { VIOLATIONS_PAGE } from '@flockwork/contract/limits'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminViolations as words } from '../../../strings/admin-violations.ts'
import { Button } from '../../../ui/button.tsx'
import type { Sort } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { adminKeys } from '../keys.ts'
import { usePagedList } from '../use-paged-list.ts'
import { COLUMNS, whoOf } from './columns.tsx'
import { FilterLine } from './filter-line.tsx'
import { useResolve } from './use-resolve.ts'
import { isNarrowed, NO_FILTER, queryOf, type ViolationFilter } from './view.ts'
import { ViolationDialog } from './violation-dialog.tsx'

const REFETCH_MS = 30_000

interface Props {
  filter: ViolationFilter
  onFilter: (filter: ViolationFilter) => void
}

/** What the guardrails caught: searchable, filtered, sorted and paged. */
export function ViolationList({ filter, onFilter }: Props) {
  const { api } = useServices()
  const [sort, setSort] = useState<Sort<ViolationSort>>({ by: 'timestamp', order: 'desc' })
  // the violation stays in the dialog during the closing animation
  const [shown, setShown] = useState<{ violation: Violation | null; isOpen: boolean }>({
    violation: null,
    isOpen: false,
  })
  const list = usePagedList<Violation>({
    name: [...adminKeys.violations, filter, sort],
    limit: VIOLATIONS_PAGE,
    fetchPage: async (page, signal) => {
      const { violations, total } = await api.call(routes.list, {
        query: queryOf(filter, sort, page),
        signal,
      })
      return { rows: violations, total }
    },
    failed: words.failed,
    refetchMs: REFETCH_MS,
  })
  const resolve = useResolve((violation) =>
    setShown((current) => (current.violation?.id === violation.id ? { ...current, isOpen: false } : current)),
  )

  function actionsOf(violation: Violation, tabIndex: 0 | -1) {
    if (violation.resolved) return <span className="mr-2 text-xs text-ink-3">{words.resolved}</span>
    return (
      <Button
        size="sm"
        className="mr-2"
        tabIndex={tabIndex}
        aria-label={words.resolveOf(whoOf(violation))}
        busy={resolve.isPending && resolve.variables.id === violation.id}
        onClick={() => resolve.mutate(violation)}
      >
        {words.resolve}
      </Button>
    )
  }

  return (
    <div className="flex flex-col gap-3">
      <FilterLine filter={filter} onFilter={onFilter} />
      <DataTable<Violation, ViolationSort>
        label={words.list}
        columns={COLUMNS}
        list={list}
        rowId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        onOpen={(violation) => setShown({ violation, isOpen: true })}
        actionsWidth="6rem"
        actions={actionsOf}
        empty={
          isNarrowed(filter) ? (
            <EmptyState
              scene="seek"
              title={words.noMatch}
              action={<Button onClick={() => onFilter(NO_FILTER)}>{words.clearFilters}</Button>}
            >
              {words.noMatchText}
            </EmptyState>
          ) : (
            <EmptyState scene="quiet" title={words.empty}>
              {words.emptyText}
            </EmptyState>
          )
        }
      />
      <ViolationDialog
        violation={shown.violation}
        open={shown.isOpen}
        isResolving={resolve.isPending}
        onResolve={(violation) => resolve.mutate(violation)}
        onClose={() => setShown((current) => ({ ...current, isOpen: false }))}
      />
    </div>
  )
}
