/** Token usage, including the reports of external agents (docs/rules/budgets.md#reports). */
import type { AgentUsage, Budget, Cap, Usage, UsageReport } from '@flockwork/contract/budgets'
import type { Body, Params } from '@flockwork/contract/route'
import type { budgetRoutes } from '@flockwork/contract/budgets'
import type { Actor, PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { capsOf, dayOf, type BudgetServices } from './leases.ts'
import * as repository from './repository.ts'
import { isUsedUp } from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MONTH_DAYS = 30
const KEPT_DAYS = 400
const NOTHING: Usage = { tokens: 0, input_tokens: 0, output_tokens: 0, microdollars: 0, runs: 0 }

/** Adds the usage that the calling agent reports. @throws Forbidden for people. */
export async function reportUsage(
  services: BudgetServices,
  actor: Actor,
  report: UsageReport,
  once: Once<{ today: Usage; is_over: boolean }>,
): Promise<{ today: Usage; is_over: boolean }> {
  if (actor.kind !== 'agent') throw new Forbidden('Only agents report what they use')
  const { input_tokens: input, output_tokens: output, microdollars } = report
  const subject = { subject: 'agent' as const, id: actor.accountId }
  return once(async (tx) => {
    await repository.charge(tx, [subject], dayOf(services.clock.now()), {
      tokens: input + output,
      microdollars: microdollars ?? 0,
      input,
      output,
      calls: 0,
      runs: 0,
      reports: 1,
      isUnpriced: microdollars === null || microdollars === undefined,
    })
    const { caps, today, total } = await readBudget({ ...services, db: tx }, subject)
    const spent = { day: spentOf(today), total: spentOf(total) }
    return { today, is_over: isUsedUp(caps, spent) }
  })
}

const spentOf = ({ tokens, microdollars }: Usage) => ({ tokens, microdollars: microdollars ?? 0 })

/** The usage of a subject, and its caps. */
export async function readBudget(
  services: BudgetServices & { readonly db: Db | Tx },
  subject: repository.Subject,
): Promise<Budget> {
  const { db, clock } = services
  const day = dayOf(clock.now())
  const sum = async (first: string) => {
    const [row] = await repository.sumUsage(db, subject.subject, [subject.id], { first, last: first })
    return row === undefined ? NOTHING : presentUsage(row)
  }
  const caps = await repository.listCaps(db, [subject])
  return {
    caps: capsOf(services, subject, caps).map(({ unit, span, amount }) => ({ unit, span, amount })),
    today: await sum(day),
    total: await sum(repository.ALL_DAYS),
  }
}

/** Sets or removes one cap; takes effect at the next lease. */
export async function setCap(
  services: BudgetServices,
  actor: PersonActor,
  { subject, id }: Params<typeof budgetRoutes.setCap>,
  { unit, span, amount }: Body<typeof budgetRoutes.setCap>,
  once: Once<Budget>,
): Promise<Budget> {
  const { clock } = services
  return once(async (tx) => {
    const before = await repository.listCaps(tx, [{ subject, id }])
    if (amount === null) await repository.deleteCap(tx, { subject, id }, { unit, span })
    else await repository.saveCap(tx, { subject, id }, { unit, span, amount })
    const was = before.find((cap) => cap.unit === unit && cap.span === span)?.amount ?? null
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'budget_changed',
      target: { type: subject, id },
      before: { unit, span, amount: was },
      after: { unit, span, amount },
    })
    return readBudget({ ...services, db: tx }, { subject, id })
  })
}

/** Replaces the caps of a subject. */
export async function replaceCaps(tx: Tx, subject: repository.Subject, caps: readonly Cap[]): Promise<void> {
  await repository.deleteCaps(tx, subject)
  for (const cap of caps) await repository.saveCap(tx, subject, cap)
}

/**
 * The usage of agents today and within 30 days. Without any record, a managed agent used nothing; that of an external
 * one is unknown.
 */
export async function usageOfAgents(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  ids: readonly string[],
  isMeasured: (id: string) => boolean,
): Promise<Map<string, AgentUsage>> {
  const now = clock.now()
  const last = dayOf(now)
  const since = async (first: string) => {
    const rows = await repository.sumUsage(db, 'agent', ids, { first, last })
    return new Map(rows.map((row) => [row.id, row]))
  }
  // sequential: `db` may be a transaction
  const today = await since(last)
  const month = await since(dayOf(now - (MONTH_DAYS - 1) * DAY_MS))
  return new Map(
    ids.map((id): [string, AgentUsage] => {
      const [ofDay, ofMonth] = [today.get(id), month.get(id)]
      const measured = isMeasured(id)
      if (!measured && (ofMonth === undefined || ofMonth.reports === 0)) {
        return [id, { source: 'unknown', today: null, month: null }]
      }
      return [
        id,
        {
          source: measured ? 'measured' : 'reported',
          today: ofDay === undefined ? NOTHING : presentUsage(ofDay),
          month: ofMonth === undefined ? NOTHING : presentUsage(ofMonth),
        },
      ]
    }),
  )
}

/** Deletes expired leases, which stay charged, and days of more than a year ago. */
export async function pruneSpend({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now()
  await repository.deleteExpiredLeases(db, new Date(now - DAY_MS))
  await repository.deleteDaysBefore(db, dayOf(now - KEPT_DAYS * DAY_MS))
}

function presentUsage(row: repository.UsageRow): Usage {
  return {
    tokens: row.tokens,
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    microdollars: row.is_unpriced && row.microdollars === 0 ? null : row.microdollars,
    runs: row.runs,
  }
}
