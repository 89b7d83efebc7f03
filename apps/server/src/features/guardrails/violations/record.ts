/** Stores violations (docs/rules/guardrails.md#violations). */
import { createHash } from 'node:crypto'
import {
  GUARDRAIL_RULES,
  GUARDRAIL_SEVERITIES,
  type ViolationOutcome,
  type ViolationSource,
} from '@flockwork/contract/guardrails'
import { VIOLATIONS_MAX, VIOLATIONS_PER_DAY, VIOLATIONS_RETENTION_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { callSource } from '../../../platform/call-context.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { orderedId } from '../../../platform/ids.ts'
import type { Violation } from '../guard.ts'
import type { Finding } from '../inspect.ts'
import { excerptOf } from './excerpt.ts'
import * as repository from './repository.ts'

interface Deps {
  /**
   * A separate pool: the refused call may hold one of the calls' connections while others wait for theirs. What is
   * stored here survives the rollback of the call's transaction.
   */
  readonly db: Db
  readonly clock: Clock
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const COUNTS_RETENTION_MS = 31 * DAY_MS
const NAMES: ReadonlyMap<string, string> = new Map(GUARDRAIL_RULES.map(({ id, name }) => [id, name]))

/**
 * Stores a violation; resolves after the commit. The same text by the same account in the same place is one row per day
 * with a counter. Beyond a daily number of texts by one person, so are all further findings of a rule.
 */
export async function recordViolation({ db, clock }: Deps, violation: Violation): Promise<void> {
  const { findings, outcome } = violation
  const main = mainFinding(violation)
  if (main === undefined) return
  const now = clock.now()
  const at = new Date(now)
  const day = new Date(now - (now % DAY_MS))
  const via: ViolationSource = callSource() ?? 'server'
  const { accountId, spaceId, place, maskedText } = violation
  const personId = accountId === null ? null : await repository.findResponsible(db, accountId)

  const of = [day.toISOString(), main.rule, outcome]
  const same = fingerprint([...of, accountId, spaceId, place, via, maskedText])
  const further = fingerprint([...of, personId])
  const row = {
    id: orderedId(now),
    account_id: accountId,
    person_id: personId,
    space_id: spaceId,
    rule: main.rule,
    rule_name: NAMES.get(main.rule) ?? main.words,
    kind: main.kind,
    severity: GUARDRAIL_SEVERITIES.indexOf(main.severity) + 1,
    outcome,
    place,
    via,
    first_at: at,
    last_at: at,
  }

  await db.transaction().execute(async (tx) => {
    await repository.lockReportsOf(tx, personId)
    if (!(await repository.countRepeat(tx, same, at))) {
      const stored = await repository.countStored(tx, personId, day, VIOLATIONS_PER_DAY)
      if (stored < VIOLATIONS_PER_DAY) {
        const content = excerptOf(maskedText, main.ranges[0]?.start ?? 0)
        await repository.insertViolation(tx, { ...row, content, fingerprint: same })
      } else if (!(await repository.countRepeat(tx, further, at))) {
        await repository.insertViolation(tx, { ...row, content: '', fingerprint: further })
      }
    }
    await repository.countFindings(tx, countedFindings(findings), new Date(now - (now % HOUR_MS)))
  })
}

/** The reason of the refusal, or else the most severe reported finding. */
function mainFinding({ findings, outcome }: Violation): Finding | undefined {
  const mode = outcome === 'blocked' ? 'block' : 'report'
  return findings.find((finding) => finding.mode === mode)
}

function countedFindings(findings: readonly Finding[]): { rule: string; outcome: ViolationOutcome }[] {
  const outcomes = new Map(
    findings.map(({ rule, mode }) => [rule, mode === 'block' ? 'blocked' : 'reported'] as const),
  )
  return [...outcomes].map(([rule, outcome]) => ({ rule, outcome }))
}

function fingerprint(parts: readonly (string | null)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/** Marks a violation as resolved; false if it already was, or doesn't exist. A later repeat is a new violation. */
export async function resolveViolation(
  tx: Tx,
  clock: Clock,
  actor: PersonActor,
  id: string,
): Promise<boolean> {
  const at = new Date(clock.now())
  const resolved = await repository.markResolved(tx, id, actor.accountId, at)
  if (resolved === undefined) return false
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: 'violation_resolved',
    target: { type: 'violation', id, name: resolved.rule },
    ...(resolved.space_id !== null && { spaceId: resolved.space_id }),
    before: { resolved: false },
    after: { resolved: true },
  })
  return true
}

/** Deletes old violations, and those beyond the maximum number. */
export async function pruneViolations({ db, clock }: Deps): Promise<void> {
  await repository.deleteOlder(db, new Date(clock.now() - VIOLATIONS_RETENTION_MS))
  await repository.deleteBeyond(db, VIOLATIONS_MAX)
  await repository.deleteCountsOlder(db, new Date(clock.now() - COUNTS_RETENTION_MS))
}

/** The number of unresolved violations. */
export function countOpenViolations(db: Db): Promise<number> {
  return repository.countOpen(db)
}
