/**
 * `Idempotency-Key` for every write that doesn't store its keys itself (docs/rules/requests.md#idempotency): the same
 * key from the same caller within 24 hours returns the first result again. Key and answer are stored in the transaction
 * of the change, so that a crash can't separate them. Only successes are stored.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_WAIT_MS } from '@flockwork/contract/limits'
import type { Clock } from './clock.ts'
import { codeOf, refusalOfDatabase, retryDeadlocks, type Db, type Tx } from './database.ts'
import { AlreadyDone, IdempotencyInProgress, IdempotencyMismatch } from './errors.ts'

/**
 * Runs `work` in the write's only transaction; its result is the answer, which is stored with the caller's key. After a
 * deadlock it runs again. A concurrent call with the same key waits for this transaction, on another node too.
 */
export interface Once<Answer> {
  <Result extends Answer>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * Call this before a refusal that has side effects, such as a counted attempt: another node may have done
   * this call meanwhile, so that the repeat would be refused for what the call itself changed. @throws to end the work;
   * the caller gets the stored answer.
   */
  checkRepeat(this: void): Promise<void>
}

/** Adapts `once` to work whose result is only a part of the answer. */
export function withAnswer<Answer, Part>(once: Once<Answer>, answerOf: (part: Part) => Answer): Once<Part> {
  const run = async <Result extends Part>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    let part: Result | undefined
    await once(async (tx) => {
      part = await work(tx)
      return answerOf(part)
    })
    // set by `work`, which has run
    return part as Result
  }
  return Object.assign(run, { checkRepeat: once.checkRepeat })
}

/** The transaction of a write that has no key. */
export function withoutKey(db: Db): Once<unknown> {
  const run = <Result>(work: (tx: Tx) => Promise<Result>) =>
    retryDeadlocks(() => db.transaction().execute(work))
  return Object.assign(run, { checkRepeat: async () => {} })
}

/** Runs a write that came without a key. @throws Error when its change didn't run in `once`. */
export async function runWithoutKey(
  db: Db,
  work: (once: Once<unknown>) => Promise<unknown>,
): Promise<unknown> {
  let isUsed = false
  const once = withoutKey(db)
  const run = <Result>(transaction: (tx: Tx) => Promise<Result>) => {
    isUsed = true
    return once(transaction)
  }
  const result = await work(Object.assign(run, { checkRepeat: once.checkRepeat }))
  if (!isUsed) throw outsideOfOnce()
  return result
}

/** A bug that the first test of the route finds: a repeat would make the change again. */
const outsideOfOnce = () => new Error('A write that takes a key must run in `once`')

export interface KeyedWork {
  readonly callerId: string
  readonly key: string
  readonly bodyHash: string
  /** False for an answer with a secret: its repeat is `already_done`. */
  readonly storesAnswer: boolean
  /** The answer as it is sent and stored. */
  readonly shape: (answer: unknown) => unknown
  /** Must call `once`, which does the change. */
  readonly work: (once: Once<unknown>) => Promise<unknown>
}

export type RunOnce = (keyed: KeyedWork) => Promise<unknown>

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

interface RunDeps extends Deps {
  /** A keyed hash: some bodies have passwords, which could be guessed from a plain hash. */
  readonly sign: (text: string) => string
}

/** How long a repeat waits for the first call's transaction on another node: less than a query may take. */
const CLAIM_WAIT = '5s'
const LOCK_NOT_AVAILABLE = '55P03'

export function createRunOnce({ sign, ...deps }: RunDeps): RunOnce {
  const underWay = new Map<string, Promise<unknown>>()

  return async function runOnce(work) {
    const keyed = { ...work, bodyHash: sign(work.bodyHash) }
    const id = `${keyed.callerId}:${keyed.key}`
    // one after the other; nothing is awaited between reading the map and writing it
    const run = runAfter(underWay.get(id), deps, keyed)
    underWay.set(id, run)
    try {
      return await run
    } finally {
      if (underWay.get(id) === run) underWay.delete(id)
    }
  }
}

async function runAfter(first: Promise<unknown> | undefined, deps: Deps, keyed: KeyedWork): Promise<unknown> {
  if (first !== undefined) await waitForFirst(first)
  const stored = await findStored(deps, keyed)
  return stored === undefined ? runFirst(deps, keyed) : stored.answer
}

/** Waits for the first call to settle. @throws IdempotencyInProgress after 10 s. */
async function waitForFirst(first: Promise<unknown>): Promise<void> {
  const timeout = new AbortController()
  const late = delay(IDEMPOTENCY_WAIT_MS, 'late', { signal: timeout.signal }).catch(() => 'ended')
  const outcome = await Promise.race([first.then(() => 'ended').catch(() => 'ended'), late])
  timeout.abort()
  if (outcome === 'late') throw new IdempotencyInProgress()
}

/** @throws IdempotencyMismatch for another call; AlreadyDone for an answer that isn't stored. */
async function findStored({ db, clock }: Deps, keyed: KeyedWork): Promise<{ answer: unknown } | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'answer'])
    .where('caller_id', '=', keyed.callerId)
    .where('key', '=', keyed.key)
    .where('created_at', '>', oldest(clock))
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.body_hash !== keyed.bodyHash) throw new IdempotencyMismatch()
  if (row.answer === null) throw new AlreadyDone()
  return { answer: JSON.parse(row.answer) }
}

async function runFirst(deps: Deps, keyed: KeyedWork): Promise<unknown> {
  let done: { answer: unknown } | undefined
  const once = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    if (done !== undefined) throw new Error('A write under a key has one transaction')
    return withoutKey(deps.db)(async (tx) => {
      done = undefined
      await claimKey(deps, tx, keyed)
      const result = await work(tx)
      // an answer with a secret is made after the commit
      done = { answer: keyed.storesAnswer ? (keyed.shape(result) ?? null) : null }
      if (keyed.storesAnswer) await storeAnswer(tx, keyed, done.answer)
      return result
    })
  }
  const checkRepeat = async () => {
    if ((await findStored(deps, keyed)) !== undefined) throw new IdempotencyInProgress()
  }
  try {
    const result = await keyed.work(Object.assign(once, { checkRepeat }))
    if (done === undefined) throw outsideOfOnce()
    return keyed.storesAnswer ? done.answer : keyed.shape(result)
  } catch (error) {
    // a failure after our own commit is an error; an unreachable database isn't queried again
    if (done !== undefined || refusalOfDatabase(error) !== undefined) throw error
    // another node has done the call since we looked for the key, and ours was refused for what that changed
    const theirs = await findStored(deps, keyed)
    if (theirs === undefined) throw error
    return theirs.answer
  }
}

/** Comes first in the transaction, so that a waiting repeat holds no locks. @throws IdempotencyInProgress */
async function claimKey({ clock }: Deps, tx: Tx, { callerId, key, bodyHash }: KeyedWork): Promise<void> {
  const claim = sql<{ key: string }>`
    with bounded as materialized (select set_config('lock_timeout', ${CLAIM_WAIT}, true))
    insert into idempotency as stored (caller_id, key, body_hash, created_at)
    select ${callerId}, ${key}, ${bodyHash}, ${new Date(clock.now())} from bounded
    on conflict (caller_id, key) do update
      set body_hash = excluded.body_hash, created_at = excluded.created_at,
        space_id = null, message_id = null, seq = null, answer = null
      where stored.created_at <= ${oldest(clock)}
    returning stored.key
  `
  const { rows } = await claim.execute(tx).catch((error: unknown) => {
    throw codeOf(error) === LOCK_NOT_AVAILABLE ? new IdempotencyInProgress() : error
  })
  if (rows.length === 0) throw new IdempotencyInProgress()
  await sql`set local lock_timeout to default`.execute(tx)
}

async function storeAnswer(tx: Tx, { callerId, key }: KeyedWork, answer: unknown): Promise<void> {
  await tx
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .execute()
}

function oldest(clock: Clock): Date {
  return new Date(clock.now() - IDEMPOTENCY_RETENTION_MS)
}

/** Deletes expired keys. Safe to repeat. */
export async function pruneIdempotencyKeys({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<=', oldest(clock)).execute()
}
