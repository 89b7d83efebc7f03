import type { ReactNode } from 'react'
import { AUDIT_TEXT_MAX_CHARS } from '@flockwork/contract/limits'
import { adminAudit as words } from '../../../strings/admin-audit.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { ListFilters } from '../list-filters.tsx'
import { isNarrowed, NO_FILTER, type AuditFilter } from './view.ts'

const SETTLED_MS = 300
const NAME_MAX_CHARS = 100

interface Props {
  filter: AuditFilter
  /** The options; absent until loaded. */
  facets: { readonly actions: readonly string[]; readonly target_types: readonly string[] } | undefined
  onFilter: (filter: AuditFilter) => void
  /** Rendered at the end of the row. */
  children: ReactNode
}

/** The filters of the audit log. */
export function AuditFilters({ filter, facets, onFilter, children }: Props) {
  const { text, actor, action, type, from, until } = filter
  const choices = (all: readonly string[] | undefined, chosen: string, any: string) => [
    { value: '', label: any },
    ...[...new Set([...(all ?? []), ...(chosen === '' ? [] : [chosen])])].map((value) => ({
      value,
      label: words.named(value),
    })),
  ]
  return (
    <div className="flex flex-col gap-2">
      <ListFilters>
        <SearchBox
          label={words.search}
          clearLabel={words.clear}
          maxLength={AUDIT_TEXT_MAX_CHARS}
          search={text}
          onSearch={(next) => onFilter({ ...filter, text: next })}
          delayMs={SETTLED_MS}
        />
        <SearchBox
          label={words.actorHint}
          clearLabel={words.clear}
          maxLength={NAME_MAX_CHARS}
          search={actor}
          onSearch={(next) => onFilter({ ...filter, actor: next })}
          delayMs={SETTLED_MS}
        />
        <Select
          isFilter
          aria-label={words.action}
          value={action}
          onValueChange={(value) => onFilter({ ...filter, action: value })}
          choices={choices(facets?.actions, action, words.anyAction)}
        />
        <Select
          isFilter
          aria-label={words.type}
          value={type}
          onValueChange={(value) => onFilter({ ...filter, type: value })}
          choices={choices(facets?.target_types, type, words.anyType)}
        />
      </ListFilters>
      <ListFilters>
        <DayField label={words.from} day={from} onDay={(day) => onFilter({ ...filter, from: day })} />
        <DayField label={words.until} day={until} onDay={(day) => onFilter({ ...filter, until: day })} />
        {isNarrowed(filter) && (
          <Button size="sm" onClick={() => onFilter(NO_FILTER)}>
            {words.clearFilters}
          </Button>
        )}
        <div className="ms-auto text-end">{children}</div>
      </ListFilters>
    </div>
  )
}

function DayField({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  return (
    <label className="flex items-center gap-2 text-sm text-ink-3">
      <span className="min-w-10">{label}</span>
      <Input
        type="date"
        // years have four digits
        max="9999-12-31"
        value={day}
        className="h-8! text-sm! touch:h-10! touch:text-[1rem]!"
        onChange={({ currentTarget }) => onDay(currentTarget.value)}
      />
    </label>
  )
}
