/**
 * `Idempotency-Key` for every write that doesn't store its keys itself (docs/rules/requests.md#idempotency): the same
 * key from the same caller within 24 hours answers the first result again. Only successes are stored.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_WAIT_MS } from '@flockwork/contract/limits'
import type { Clock } from './clock.ts'
import { isUniqueViolation, type Db, type Tx } from './database.ts'
import { AlreadyDone, IdempotencyInProgress, IdempotencyMismatch } from './errors.ts'

/**
 * Stores the key inside the transaction of the change, so that both are committed or neither. A concurrent call with the
 * same key on another node waits for this transaction and then finds the key taken.
 */
export type StoreKey = (tx: Tx) => Promise<void>

export interface KeyedWork {
  readonly callerId: string
  readonly key: string
  readonly bodyHash: string
  /** False for an answer with a secret: its repeat is `already_done`. */
  readonly storesAnswer: boolean
  readonly work: (storeKey: StoreKey) => Promise<unknown>
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

/** How often a repeat polls for the answer that the first call is about to store. */
const POLL_MS = 50
const POLLS_MAX = 20

export function createRunOnce({ sign, ...deps }: RunDeps): RunOnce {
  const underWay = new Map<string, Promise<unknown>>()

  return async function runOnce(work) {
    const keyed = { ...work, bodyHash: sign(work.bodyHash) }
    const id = `${keyed.callerId}:${keyed.key}`
    const first = underWay.get(id)
    if (first !== undefined) await waitForFirst(first)

    const stored = await findStored(deps, keyed)
    if (stored !== undefined) return stored.answer

    const run = claim(deps, keyed)
    underWay.set(id, run)
    try {
      return await run
    } finally {
      if (underWay.get(id) === run) underWay.delete(id)
    }
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

async function findStored({ db, clock }: Deps, keyed: KeyedWork): Promise<{ answer: unknown } | undefined> {
  for (let poll = 0; ; poll++) {
    const row = await db
      .selectFrom('idempotency')
      .select(['body_hash', 'answer'])
      .where('caller_id', '=', keyed.callerId)
      .where('key', '=', keyed.key)
      .where('created_at', '>', new Date(clock.now() - IDEMPOTENCY_RETENTION_MS))
      .executeTakeFirst()
    if (row === undefined) return undefined
    if (row.body_hash !== keyed.bodyHash) throw new IdempotencyMismatch()
    if (row.answer !== null) return { answer: JSON.parse(row.answer) }
    // done, but without an answer: it is a secret, or the node crashed or is about to store it
    if (!keyed.storesAnswer || poll >= POLLS_MAX) throw new AlreadyDone()
    await delay(POLL_MS)
  }
}

async function claim(deps: Deps, keyed: KeyedWork): Promise<unknown> {
  const { db, clock } = deps
  let isClaimed = false
  const storeKey: StoreKey = async (tx) => {
    await tx
      .deleteFrom('idempotency')
      .where('caller_id', '=', keyed.callerId)
      .where('key', '=', keyed.key)
      .where('created_at', '<=', new Date(clock.now() - IDEMPOTENCY_RETENTION_MS))
      .execute()
    await tx
      .insertInto('idempotency')
      .values({
        caller_id: keyed.callerId,
        key: keyed.key,
        body_hash: keyed.bodyHash,
        created_at: new Date(clock.now()),
      })
      .execute()
    isClaimed = true
  }

  let answer: unknown
  try {
    answer = await keyed.work(storeKey)
    if (!isClaimed) await db.transaction().execute(storeKey)
  } catch (error) {
    if (!isUniqueViolation(error, 'idempotency_pkey')) throw error
    const stored = await findStored(deps, keyed)
    if (stored === undefined) throw error
    return stored.answer
  }

  if (keyed.storesAnswer) {
    await db
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(answer ?? null) })
      .where('caller_id', '=', keyed.callerId)
      .where('key', '=', keyed.key)
      .execute()
  }
  return answer
}

/** Deletes expired keys. Safe to repeat. */
export async function pruneIdempotencyKeys({ db, clock }: Deps): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<=', new Date(clock.now() - IDEMPOTENCY_RETENTION_MS))
    .execute()
}
