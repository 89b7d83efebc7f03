/** Administrators' view and settings of the rules (docs/rules/guardrails.md#modes). */
import type { GuardrailSettings, RuleCounts, SetPattern } from '@flockwork/contract/admin/guardrails'
import {
  FIXED_RULES,
  GUARDRAIL_RULES,
  patternRuleId,
  type GuardrailModes,
  type GuardrailRule,
} from '@flockwork/contract/guardrails'
import { PATTERNS_MAX } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Bus } from '../../../platform/bus.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import * as repository from './repository.ts'

export interface RuleServices {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const MONTH_DAYS = 30
const RULES = new Map<string, GuardrailRule>(GUARDRAIL_RULES.map((rule) => [rule.id, rule]))

/** Every rule with its mode and counts. */
export async function readRules({ db, clock }: Omit<RuleServices, 'bus'>): Promise<GuardrailSettings> {
  const [modes, patterns, counts] = await Promise.all([
    repository.listModes(db),
    presentPatterns({ db, clock }),
    readCounts(db, clock),
  ])
  const changed = new Map(modes.map(({ rule, modes: set }) => [rule, set]))
  return {
    rules: GUARDRAIL_RULES.map(({ id, name, kind, severity, modes: usual }) => ({
      id,
      name,
      kind,
      severity,
      modes: changed.get(id) ?? usual,
      default_modes: usual,
      is_fixed: FIXED_RULES.has(id),
      counts: counts(id),
    })),
    patterns,
    patterns_max: PATTERNS_MAX,
  }
}

export interface ModeChange {
  readonly id: string
  readonly modes: GuardrailModes
}

/** Switches rules, all or none. @throws Invalid for unknown rules, and for rules that can't be switched. */
export async function changeRules(
  { clock, bus }: RuleServices,
  actor: PersonActor,
  changes: readonly ModeChange[],
  once: Once<GuardrailSettings>,
): Promise<GuardrailSettings> {
  const answer = await once(async (tx) => {
    await repository.lockSettings(tx)
    const stored = new Map((await repository.listModes(tx)).map(({ rule, modes }) => [rule, modes]))
    for (const [index, { id, modes }] of changes.entries()) {
      const rule = RULES.get(id)
      const loc = ['body', 'rules', index]
      if (rule === undefined) throw invalid([...loc, 'id'], `There is no rule ${id}`)
      if (FIXED_RULES.has(id) && !isSame(modes, rule.modes)) {
        throw invalid(
          [...loc, 'modes'],
          `${rule.name} are always blocked: whoever reads one can act as its agent`,
        )
      }
      const before = stored.get(id) ?? rule.modes
      if (isSame(before, modes)) continue
      if (isSame(modes, rule.modes)) await repository.deleteModes(tx, id)
      else await repository.saveModes(tx, id, modes)
      stored.set(id, modes)
      const target = { type: 'guardrail_rule', id, name: rule.name }
      const entry = { actorId: actor.accountId, action: 'guardrail_switched', target }
      await audit(tx, clock, { ...entry, before, after: { person: modes.person, agent: modes.agent } })
    }
    return readRules({ db: tx, clock })
  })
  await bus.publish({ kind: 'guardrails_changed' })
  return answer
}

export async function presentPatterns({ db, clock }: Omit<RuleServices, 'bus'>): Promise<SetPattern[]> {
  const patterns = await repository.listPatterns(db)
  const makers = await repository.handlesOf(
    db,
    patterns.map(({ created_by }) => created_by),
  )
  const counts = await readCounts(db, clock)
  return patterns.map(({ created_at, created_by, changed_at, ...pattern }) => ({
    ...pattern,
    counts: counts(patternRuleId(pattern.id)),
    created_at: wireTime(created_at),
    created_by: makers.get(created_by) ?? null,
    changed_at: wireTime(changed_at),
  }))
}

async function readCounts(db: Db, clock: Clock): Promise<(rule: string) => RuleCounts> {
  const now = clock.now()
  const rows = await repository.countsSince(db, new Date(now - DAY_MS), new Date(now - MONTH_DAYS * DAY_MS))
  const byRule = Map.groupBy(rows, ({ rule }) => rule)
  return (rule) => {
    const of = (outcome: string) => byRule.get(rule)?.find((row) => row.outcome === outcome)
    const [blocked, reported] = [of('blocked'), of('reported')]
    return {
      day: { blocked: blocked?.day ?? 0, reported: reported?.day ?? 0 },
      month: { blocked: blocked?.month ?? 0, reported: reported?.month ?? 0 },
    }
  }
}

const isSame = (one: GuardrailModes, other: GuardrailModes): boolean =>
  one.person === other.person && one.agent === other.agent
