/** Leases: a call may spend what it was charged in advance (docs/rules/budgets.md#leases). */
import type { Cap, SpendSubject } from '@flockwork/contract/budgets'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { orderedId } from '../../platform/ids.ts'
import * as repository from './repository.ts'
import { capExceeded, costOf, describeCap, type Price, type SpentBySpan, type Tokens } from './rules.ts'

/** The accounts and the space whose budgets pay for a run. */
export interface Spender {
  readonly agentId: string
  readonly spaceId: string
  readonly taskId: string | null
  /** The person whose message caused the run; null if nobody's did. */
  readonly personId: string | null
}

export interface BudgetServices {
  readonly db: Db
  readonly clock: Clock
  /** Null: not known. */
  readonly price: Price | null
  /** The default cap of a space, in tokens a day. */
  readonly dailyTokens: number
}

export interface Lease {
  /** Charges more for the same call. @throws NoBudget, LeaseOver. */
  renew(more: Tokens): Promise<void>
  /** Ends the lease: unused tokens are refunded, and usage beyond it is charged. Safe to repeat. */
  settle(used: Tokens): Promise<void>
}

/** A cap is reached: no lease, and so no call. */
export class NoBudget extends Error {
  override name = 'NoBudget'
  readonly subject: SpendSubject
  readonly cap: Cap

  constructor(subject: SpendSubject, cap: Cap) {
    super(`The budget of this ${subject} is used up: ${describeCap(cap)}`)
    this.subject = subject
    this.cap = cap
  }
}

/** The lease wasn't renewed in time, so its tokens count as spent. */
export class LeaseOver extends Error {
  override name = 'LeaseOver'
}

/** Longer than a call may go without a chunk. */
const LEASE_MS = 60_000
const NOTHING = {
  tokens: 0,
  microdollars: 0,
  input: 0,
  output: 0,
  calls: 0,
  runs: 0,
  reports: 0,
  isUnpriced: false,
}

/**
 * Charges for a call before it is made. @throws NoBudget when that would exceed a cap.
 * @param isFirst whether it is the first call of its run, which counts the run
 */
export async function lease(
  services: BudgetServices,
  spender: Spender,
  estimate: Tokens,
  isFirst: boolean,
): Promise<Lease> {
  const { db, clock } = services
  const id = orderedId(clock.now())
  const day = dayOf(clock.now())
  const amount = amountOf(services, estimate)
  await db.transaction().execute(async (tx) => {
    await chargeWithin(services, tx, spender, day, { ...NOTHING, ...amount, calls: 1, runs: isFirst ? 1 : 0 })
    const row = {
      id,
      agent_id: spender.agentId,
      space_id: spender.spaceId,
      task_id: spender.taskId,
      person_id: spender.personId,
      day,
      ...amount,
    }
    await repository.insertLease(tx, row, new Date(clock.now() + LEASE_MS))
  })
  return {
    renew: (more) => renew(services, id, more),
    settle: (used) => settle(services, id, used),
  }
}

async function renew(services: BudgetServices, id: string, more: Tokens): Promise<void> {
  const { db, clock } = services
  const amount = amountOf(services, more)
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const times = { now: new Date(now), expiresAt: new Date(now + LEASE_MS) }
    const row = await repository.enlargeLease(tx, id, amount, times)
    if (row === undefined) throw new LeaseOver('This lease is over')
    await chargeWithin(services, tx, spenderOf(row), row.day, { ...NOTHING, ...amount })
  })
}

async function settle(services: BudgetServices, id: string, used: Tokens): Promise<void> {
  const amount = amountOf(services, used)
  await services.db.transaction().execute(async (tx) => {
    const row = await repository.takeLease(tx, id)
    if (row === undefined) return
    await repository.charge(tx, subjectsOf(spenderOf(row)), row.day, {
      ...NOTHING,
      tokens: amount.tokens - row.tokens,
      microdollars: amount.microdollars - row.microdollars,
      input: used.input,
      output: used.output,
      isUnpriced: services.price === null,
    })
  })
}

/** @throws NoBudget, which undoes the charge. */
async function chargeWithin(
  services: BudgetServices,
  tx: Tx,
  spender: Spender,
  day: string,
  more: repository.Charge,
): Promise<void> {
  const subjects = subjectsOf(spender)
  const spent = await repository.charge(tx, subjects, day, more)
  const caps = await repository.listCaps(tx, subjects)
  for (const one of subjects) {
    const cap = capExceeded(capsOf(services, one, caps), spentOf(one, spent), services.price !== null)
    if (cap !== undefined) throw new NoBudget(one.subject, cap)
  }
}

/** The subject's own caps; a space without a daily token cap also gets the instance's. */
export function capsOf(
  { dailyTokens }: Pick<BudgetServices, 'dailyTokens'>,
  { subject, id }: repository.Subject,
  caps: readonly repository.CapRow[],
): Cap[] {
  const own = caps.filter((cap) => cap.subject === subject && cap.id === id)
  const hasOwn = own.some(({ unit, span }) => unit === 'tokens' && span === 'day')
  if (subject !== 'space' || hasOwn) return own
  return [...own, { unit: 'tokens', span: 'day', amount: dailyTokens }]
}

function spentOf({ subject, id }: repository.Subject, rows: readonly repository.SpendRow[]): SpentBySpan {
  const of = (isTotal: boolean) =>
    rows.find((row) => row.subject === subject && row.subject_id === id && row.is_total === isTotal) ?? {
      tokens: 0,
      microdollars: 0,
    }
  return { day: of(false), total: of(true) }
}

function subjectsOf({ agentId, spaceId, taskId, personId }: Spender): repository.Subject[] {
  return [
    { subject: 'agent', id: agentId },
    { subject: 'space', id: spaceId },
    ...(taskId === null ? [] : [{ subject: 'task' as const, id: taskId }]),
    ...(personId === null ? [] : [{ subject: 'person' as const, id: personId }]),
  ]
}

function spenderOf(row: repository.LeaseRow): Spender {
  return { agentId: row.agent_id, spaceId: row.space_id, taskId: row.task_id, personId: row.person_id }
}

function amountOf({ price }: Pick<BudgetServices, 'price'>, tokens: Tokens) {
  return { tokens: tokens.input + tokens.output, microdollars: costOf(tokens, price) ?? 0 }
}

/** The day as stored, in UTC. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
