/**
 * `Idempotency-Key` for every write that doesn't store its keys itself (docs/rules/requests.md#idempotency): the same
 * key from the same caller within 24 hours answers the first result again. Key and answer are stored in the transaction
 * of the change, so that no crash parts them. Only successes are stored.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_WAIT_MS } from '@flockwork/contract/limits'
import type { Clock } from './clock.ts'
import { codeOf, retryDeadlocks, type Db, type Tx } from './database.ts'
import { AlreadyDone, IdempotencyInProgress, IdempotencyMismatch } from './errors.ts'

/**
 * Runs `work` as the one transaction of a write; its result is the answer, which is stored with the caller's key. After a
 * deadlock it runs again. A concurrent call with the same key waits for this transaction, on another node too.
 */
export type Once<Answer> = <Result extends Answer>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** `once` for work whose result is only a part of the answer. */
export function answering<Answer, Part>(once: Once<Answer>, answerOf: (part: Part) => Answer): Once<Part> {
  return async <Result extends Part>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    let part: Result | undefined
    await once(async (tx) => {
      part = await work(tx)
      return answerOf(part)
    })
    // set by `work`, which has run
    return part as Result
  }
}

/** The transaction of a write that has no key. */
export function withoutKey(db: Db): Once<unknown> {
  return (work) => retryDeadlocks(() => db.transaction().execute(work))
}

/** A write that should take a key and came without one. @throws Error when its change didn't run in `once`. */
export async function runWithoutKey(
  db: Db,
  work: (once: Once<unknown>) => Promise<unknown>,
): Promise<unknown> {
  let isUsed = false
  const result = await work((transaction) => {
    isUsed = true
    return withoutKey(db)(transaction)
  })
  if (!isUsed) throw outsideOfOnce()
  return result
}

/** Found by the first test that calls the route: its repeat would do the change again. */
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
    // one after the other; nothing is awaited between the look at the map and the entry in it
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
  if (stored !== undefined) return stored.answer
  try {
    return await runFirst(deps, keyed)
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error
    // by another node, meanwhile
    const theirs = await findStored(deps, keyed)
    if (theirs === undefined) throw new IdempotencyInProgress()
    return theirs.answer
  }
}

/** Waits for the first call to end either way. @throws IdempotencyInProgress after 10 s. */
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

/** Another call has stored the key since it was looked for. */
class KeyTaken extends Error {
  override name = 'KeyTaken'
}

async function runFirst(deps: Deps, keyed: KeyedWork): Promise<unknown> {
  let done: { answer: unknown } | undefined
  const once: Once<unknown> = async (work) => {
    if (done !== undefined) throw new Error('A write under a key has one transaction')
    return withoutKey(deps.db)(async (tx) => {
      await claimKey(deps, tx, keyed)
      const result = await work(tx)
      // an answer with a secret is made after the commit
      done = { answer: keyed.storesAnswer ? (keyed.shape(result) ?? null) : null }
      if (keyed.storesAnswer) await storeAnswer(tx, keyed, done.answer)
      return result
    })
  }
  const result = await keyed.work(once)
  if (done === undefined) throw outsideOfOnce()
  return keyed.storesAnswer ? done.answer : keyed.shape(result)
}

/** First in the transaction, so that a repeat waits without locks of its own. @throws KeyTaken, IdempotencyInProgress */
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
  if (rows.length === 0) throw new KeyTaken()
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
