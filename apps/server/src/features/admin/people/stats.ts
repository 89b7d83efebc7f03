import type { AdminStats } from '@flockwork/contract/admin/people'
import { countOpenViolations } from '../../guardrails/index.ts'
import type { AdminServices } from '../services.ts'
import * as repository from './repository.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RECENT_DAYS = 7

/** The six numbers of the instance (docs/rules/administration.md#numbers). */
export async function readStats({ db, clock }: Pick<AdminServices, 'db' | 'clock'>): Promise<AdminStats> {
  const now = clock.now()
  const since = { activeSince: new Date(now - DAY_MS), newSince: new Date(now - RECENT_DAYS * DAY_MS) }
  const [counts, violations] = await Promise.all([
    repository.countInstance(db, since),
    countOpenViolations(db),
  ])
  return { ...counts, guardrail_violations: violations }
}
