/** The filters of the audit log. Pure. */
import type { AuditEntry } from '@flockwork/contract/admin/audit'
import { adminAudit as words } from '../../../strings/admin-audit.ts'

export interface AuditFilter {
  readonly text: string
  readonly actor: string
  readonly action: string
  readonly type: string
  /** Days in the viewer's time zone, as a date field has them; both inclusive. */
  readonly from: string
  readonly until: string
}

export const NO_FILTER: AuditFilter = { text: '', actor: '', action: '', type: '', from: '', until: '' }

export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

/** As query parameters of the call. */
export function queryOf({ text, actor, action, type, from, until }: AuditFilter) {
  return {
    ...(text !== '' && { text }),
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(type !== '' && { target_type: type }),
    ...(from !== '' && { from: dayStart(from, 0) }),
    ...(until !== '' && { until: dayStart(until, 1) }),
  }
}

/** Local midnight of the day, `days` later. */
function dayStart(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

export interface Difference {
  readonly field: string
  /** Null: there was no such state. */
  readonly before: string | null
  readonly after: string | null
  readonly isChanged: boolean
}

/** Changed fields first. */
export function differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Difference[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const all = [...fields].map((field) => {
    const [from, to] = [shown(before?.[field]), shown(after?.[field])]
    return { field, before: from, after: to, isChanged: from !== to }
  })
  return [...all.filter(({ isChanged }) => isChanged), ...all.filter(({ isChanged }) => !isChanged)]
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

export function actorOf({ actor }: Pick<AuditEntry, 'actor'>): string {
  if (actor === null) return words.nobody
  return actor.username === null ? words.deleted : `@${actor.username}`
}

export function targetOf({ target: { type, id, name } }: Pick<AuditEntry, 'target'>): string {
  return `${words.named(type)} ${name ?? id.slice(0, ID_SHOWN)}`
}

/** In the format of short message ids. */
const ID_SHOWN = 8
