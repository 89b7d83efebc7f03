import { adminAuditRoutes as routes, type AuditEntry } from '@flockwork/contract/admin/audit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { usePages } from '../../../api/use-pages.ts'
import { adminAudit as words } from '../../../strings/admin-audit.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { adminKeys } from '../keys.ts'
import { AuditFilters } from './audit-filters.tsx'
import { COLUMNS } from './columns.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { isNarrowed, NO_FILTER, queryOf } from './view.ts'

const FACETS_FRESH_MS = 60_000

/** The audit log: filtered, newest first, older entries on demand. */
export function AuditTab() {
  const { api } = useServices()
  const [filter, setFilter] = useState(NO_FILTER)
  // the entry stays in the dialog during the closing animation
  const [shown, setShown] = useState<{ entry: AuditEntry | null; isOpen: boolean }>({
    entry: null,
    isOpen: false,
  })
  const { data: facets } = useQuery({
    queryKey: [...adminKeys.audit, 'facets'],
    queryFn: ({ signal }) => api.call(routes.facets, { signal }),
    staleTime: FACETS_FRESH_MS,
  })
  const log = usePages({
    queryKey: [...adminKeys.audit, filter],
    fetchPage: (cursor, signal) =>
      api.call(routes.list, { query: { ...queryOf(filter), ...(cursor !== null && { cursor }) }, signal }),
    placeholderData: (previous) => previous,
  })
  const rows = log.pages?.flatMap(({ entries }) => entries)

  return (
    <div className="flex flex-col gap-3">
      <AuditFilters filter={filter} facets={facets} onFilter={setFilter}>
        <ExportButton filter={filter} />
      </AuditFilters>
      <DataTable
        label={words.list}
        columns={COLUMNS}
        list={{
          rows,
          total: rows?.length ?? 0,
          isOpenEnded: true,
          offset: 0,
          limit: rows?.length ?? 0,
          isPrevious: log.isPlaceholder,
          failure: log.error && detailOf(log.error, words.failed),
          retry: log.refetch,
          goTo: () => {},
        }}
        rowId={({ id }) => id}
        onOpen={(entry) => setShown({ entry, isOpen: true })}
        empty={
          isNarrowed(filter) ? (
            <EmptyState
              scene="seek"
              title={words.noMatch}
              action={<Button onClick={() => setFilter(NO_FILTER)}>{words.clearFilters}</Button>}
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
      {log.moreError && <FailureNote message={detailOf(log.moreError, words.olderFailed)} />}
      {rows !== undefined && rows.length > 0 && (
        <div className="flex justify-center">
          {log.hasMore ? (
            <Button busy={log.isLoadingMore} onClick={log.loadMore}>
              {log.isLoadingMore ? words.loadingOlder : words.older}
            </Button>
          ) : (
            !isNarrowed(filter) && <p className="text-xs text-ink-3">{words.end}</p>
          )}
        </div>
      )}
      <EntryDialog
        entry={shown.entry}
        open={shown.isOpen}
        onClose={() => setShown((current) => ({ ...current, isOpen: false }))}
      />
    </div>
  )
}
