import type { adminViolationRoutes, Violation } from '@flockwork/contract/admin/violations'
import {
  GUARDRAIL_SEVERITIES,
  type GuardrailKind,
  type GuardrailPlace,
  type ViolationOutcome,
  type ViolationSource,
} from '@flockwork/contract/guardrails'
import type { Query } from '@flockwork/contract/route'
import type { PersonActor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { resolveViolation } from '../../guardrails/index.ts'
import type { AdminServices } from '../services.ts'
import * as repository from './repository.ts'

export interface ViolationPage {
  violations: Violation[]
  /** Over all pages. */
  total: number
}

export async function listViolations(
  { db }: Pick<AdminServices, 'db'>,
  query: Query<typeof adminViolationRoutes.list>,
): Promise<ViolationPage> {
  const { search = '', limit, offset, sort, order = 'desc', ...filter } = query
  const words = wordsOf(search)
  // without words nothing can match
  if (search !== '' && words.length === 0) return { violations: [], total: 0 }
  const found = words.length === 0 ? null : { words, ...(await repository.findNamed(db, search)) }
  const where = { ...filter, found }
  const rows = await repository.listPage(db, where, { sort, order, limit, offset })
  const isAll = rows.length < limit && (rows.length > 0 || offset === 0)
  const total = isAll ? offset + rows.length : await repository.countAll(db, where)
  return { violations: rows.map(present), total }
}

interface Resolved {
  success: boolean
  violation: Violation
}

/** Marks a violation as resolved. A repeat, even by another administrator, returns the same. @throws NotFound */
export async function resolve(
  { clock }: Pick<AdminServices, 'clock'>,
  actor: PersonActor,
  id: string,
  once: Once<Resolved>,
): Promise<Resolved> {
  return once(async (tx) => {
    await resolveViolation(tx, clock, actor, id)
    return { success: true, violation: await readOne(tx, id) }
  })
}

async function readOne(db: Db, id: string): Promise<Violation> {
  const row = await repository.findViolation(db, id)
  if (row === undefined) throw new NotFound('There is no such violation')
  return present(row)
}

function present(row: repository.ViolationRow): Violation {
  return {
    id: row.id,
    user_id: row.account_id,
    username: row.handle,
    account_type: row.account_kind === null ? null : row.account_kind === 'agent' ? 'agent' : 'user',
    owner_username: row.account_kind === 'agent' ? row.owner_handle : null,
    org_id: row.space_id,
    org_name: row.space_name,
    rule: row.rule,
    rule_name: row.rule_name,
    violation_type: row.kind as GuardrailKind,
    severity: GUARDRAIL_SEVERITIES[row.severity - 1] ?? 'low',
    outcome: row.outcome as ViolationOutcome,
    place: row.place as GuardrailPlace,
    via: row.via as ViolationSource,
    original_content: row.content === '' ? null : row.content,
    times: row.times,
    first_at: wireTime(row.first_at),
    timestamp: wireTime(row.last_at),
    resolved: row.resolved_at !== null,
    resolved_at: wireTimeOrNull(row.resolved_at),
    resolved_by: row.resolver_handle,
  }
}

/** Splits a search roughly like the full-text index. */
function wordsOf(search: string): string[] {
  return search.match(/[\p{L}\p{N}]+/gu) ?? []
}
