import { GUARDRAIL_KINDS, GUARDRAIL_SEVERITIES } from '@flockwork/contract/guardrails'
import { VIOLATION_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { X } from 'lucide-react'
import { adminViolations as words } from '../../../strings/admin-violations.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { ListFilters } from '../list-filters.tsx'
import type { ViolationFilter, ViolationState } from './view.ts'

const SETTLED_MS = 300
const STATES: readonly ViolationState[] = ['false', 'true', 'all']

interface Props {
  filter: ViolationFilter
  onFilter: (filter: ViolationFilter) => void
}

/** The filters of the list. */
export function FilterLine({ filter, onFilter }: Props) {
  const { search, state, kind, severity, rule } = filter
  return (
    <ListFilters>
      <SearchBox
        label={words.search}
        clearLabel={words.clear}
        maxLength={VIOLATION_SEARCH_MAX_CHARS}
        search={search}
        onSearch={(text) => onFilter({ ...filter, search: text })}
        delayMs={SETTLED_MS}
      />
      <Select
        isFilter
        aria-label={words.state}
        value={state}
        onValueChange={(value) =>
          onFilter({ ...filter, state: STATES.find((one) => one === value) ?? 'false' })
        }
        choices={STATES.map((value) => ({ value, label: words.states[value] }))}
      />
      <Select
        isFilter
        aria-label={words.kind}
        value={kind ?? ''}
        onValueChange={(value) =>
          onFilter({ ...filter, kind: GUARDRAIL_KINDS.find((one) => one === value) ?? null })
        }
        choices={[
          { value: '', label: words.anyKind },
          ...GUARDRAIL_KINDS.map((value) => ({ value, label: words.kinds[value] })),
        ]}
      />
      <Select
        isFilter
        aria-label={words.severity}
        value={severity ?? ''}
        onValueChange={(value) =>
          onFilter({ ...filter, severity: GUARDRAIL_SEVERITIES.find((one) => one === value) ?? null })
        }
        choices={[
          { value: '', label: words.anySeverity },
          ...GUARDRAIL_SEVERITIES.map((value) => ({ value, label: words.severities[value] })),
        ]}
      />
      {rule !== null && (
        <Button
          size="chip"
          aria-label={`${words.onlyRule(rule.name)}. ${words.anyRule}`}
          onClick={() => onFilter({ ...filter, rule: null })}
        >
          {words.onlyRule(rule.name)}
          <X size={15} aria-hidden="true" />
        </Button>
      )}
    </ListFilters>
  )
}
