/** The filters of the violations. Pure. */
import type { GuardrailKind, GuardrailSeverity, ViolationSort } from '@flockwork/contract/guardrails'
import type { Sort } from '../../../ui/data-table/columns.ts'

export type ViolationState = 'false' | 'true' | 'all'

export interface ViolationFilter {
  readonly search: string
  /** Filter by resolved or open. */
  readonly state: ViolationState
  readonly kind: GuardrailKind | null
  readonly severity: GuardrailSeverity | null
  readonly rule: { readonly id: string; readonly name: string } | null
}

export const NO_FILTER: ViolationFilter = {
  search: '',
  state: 'false',
  kind: null,
  severity: null,
  rule: null,
}

/** Whether the filter may hide open violations. */
export function isNarrowed({ search, kind, severity, rule }: ViolationFilter): boolean {
  return search !== '' || kind !== null || severity !== null || rule !== null
}

/** As query parameters of the call. */
export function queryOf(
  { search, state, kind, severity, rule }: ViolationFilter,
  { by, order }: Sort<ViolationSort>,
  page: { readonly limit: number; readonly offset: number },
) {
  return {
    ...page,
    sort: by,
    order,
    ...(state !== 'all' && { resolved: state }),
    ...(search !== '' && { search }),
    ...(kind !== null && { kind }),
    ...(severity !== null && { severity }),
    ...(rule !== null && { rule: rule.id }),
  }
}
