/**
 * Claiming tasks (docs/rules/tasks.md#rights). Concurrent claims are made in one transaction: agents race for tasks,
 * and separate transactions would wait for each other's flush to disk.
 */
import { whyNotClaim } from '@flockwork/contract/policy/tasks'
import type { Task } from '@flockwork/contract/tasks'
import type { Actor } from '../../../platform/actor.ts'
import { batchCalls } from '../../../platform/batching.ts'
import { retryDeadlocks, type Tx } from '../../../platform/database.ts'
import { Conflict, type ApiError } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import {
  appendWithMessages,
  deliveryEvent,
  markClaimed,
  pauseOf,
  requireUnpaused,
  type MessageChange,
} from '../../messages/index.ts'
import { noSuchTask, partiesOf } from '../access.ts'
import { presentTask } from '../present.ts'
import { findTasks, type TaskRow } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { taskEvent, type Writing } from '../writing/append.ts'
import { markAnswered } from '../writing/delivery-repository.ts'
import { lockAndLocate, saveClaims, type Located } from './claim-repository.ts'

/** Claims per transaction. */
const BATCH = 100

export interface Claim {
  readonly taskId: string
  readonly accountId: string
  readonly username: string
  readonly kind: Actor['kind']
}

/** The claimed task, or the refusal. */
type Outcome = Task | ApiError

/**
 * Claims a task; resolves after the commit.
 * @throws NotFound; Conflict for a claimed task, an idea, and a closed one.
 */
export type ClaimTask = (actor: Actor, id: string, once?: Once<Task>) => Promise<Task>

export function createClaimTask(services: Pick<TaskServices, 'db' | 'clock'>): ClaimTask {
  const { db, clock } = services
  const claimTogether = batchCalls(
    BATCH,
    (claims: readonly Claim[]) =>
      retryDeadlocks(() => db.transaction().execute((tx) => claimAll({ tx, clock }, claims))),
    { waitsForMany: true },
  )
  return async (actor, id, once) => {
    const { accountId, username, kind } = actor
    const claim = { taskId: id, accountId, username, kind }
    if (once === undefined) return claimed(await claimTogether(claim))
    // not batched: the answer is stored with the caller's key, in the claim's own transaction
    return once(async (tx) => {
      await requireUnpaused(tx, clock, actor)
      const [outcome] = await claimAll({ tx, clock }, [claim])
      return claimed(outcome)
    })
  }
}

function claimed(outcome: Outcome | undefined): Task {
  if (outcome === undefined || outcome instanceof Error) throw outcome ?? noSuchTask()
  return outcome
}

/** The outcome of each claim, in order: of two claims of one task the first wins. */
export async function claimAll({ tx, clock }: Writing, claims: readonly Claim[]): Promise<Outcome[]> {
  const located = await lockAndLocate(tx, claims)
  const pauses = await pausesOf({ tx, clock }, claims, located)
  const before = await findAll(tx, claims, located)
  const winners = new Map<string, Claim>()
  const refused = claims.map((claim, index) => {
    const row = before.get(claim.taskId)
    if (row === undefined || located[index] == null) return noSuchTask()
    const pause = pauses.get(claim.accountId)
    if (pause !== undefined) return pause
    const rival = winners.get(claim.taskId)
    if (rival !== undefined && rival.accountId !== claim.accountId) return hasIt(rival.username)
    const whyNot = whyNotClaim({ accountId: claim.accountId }, partiesOf(row), row.claimant_handle)
    if (whyNot !== null) return new Conflict(whyNot)
    if (row.claimant_id === null) winners.set(claim.taskId, claim)
    return null
  })

  const at = new Date(clock.now())
  const won = [...winners].flatMap(([id, claim]) => {
    const row = before.get(id)
    return row === undefined ? [] : [claimedBy(row, claim, at)]
  })
  if (won.length > 0) await saveAll({ tx, clock }, won, at)
  const after = new Map([...before, ...won.map((row) => [row.id, row] as const)])
  return claims.map((claim, index) => {
    const row = after.get(claim.taskId)
    return refused[index] ?? (row === undefined ? noSuchTask() : presentTask(row))
  })
}

const hasIt = (username: string) => new Conflict(`@${username} has claimed this task`)

/** The row as saved by saveClaims. */
function claimedBy(row: TaskRow, claim: Claim, at: Date): TaskRow {
  const claimant = {
    claimant_id: claim.accountId,
    claimant_handle: claim.username,
    claimant_kind: claim.kind,
  }
  const version = row.version + 1
  return { ...row, ...claimant, status: 'claimed', claimed_at: at, updated_at: at, version }
}

/** The refusals by agent: it may have been paused while its claims were queued. */
async function pausesOf(
  { tx, clock }: Writing,
  claims: readonly Claim[],
  located: readonly (Located | null)[],
): Promise<Map<string, ApiError>> {
  const pauses = new Map<string, ApiError>()
  for (const [index, { accountId, username }] of claims.entries()) {
    if (located[index]?.isPaused !== true || pauses.has(accountId)) continue
    const pause = await pauseOf(tx, clock, accountId, username)
    if (pause !== undefined) pauses.set(accountId, pause)
  }
  return pauses
}

async function findAll(
  tx: Tx,
  claims: readonly Claim[],
  located: readonly (Located | null)[],
): Promise<Map<string, TaskRow>> {
  const wanted = claims.map(({ taskId }, index) => ({ taskId, spaceId: located[index]?.spaceId ?? null }))
  const found: TaskRow[] = []
  for (const [spaceId, ofSpace] of Map.groupBy(wanted, (one) => one.spaceId)) {
    if (spaceId === null) continue
    const ids = [...new Set(ofSpace.map(({ taskId }) => taskId))]
    found.push(...(await findTasks(tx, spaceId, ids)))
  }
  return new Map(found.map((row) => [row.id, row]))
}

async function saveAll({ tx, clock }: Writing, won: readonly TaskRow[], at: Date): Promise<void> {
  const actOf = ({ id, claimant_id: claimantId }: TaskRow) =>
    claimantId === null ? [] : { taskId: id, accountId: claimantId }
  const bySpace = [...Map.groupBy(won, (row) => row.space_id)]
  const changes: (readonly MessageChange[])[] = []
  for (const [spaceId, rows] of bySpace) {
    const claimed = rows.map((row) => ({ messageId: row.message_id, isClaimed: true }))
    changes.push(await markClaimed(tx, spaceId, claimed))
  }
  await lockSequences(
    tx,
    bySpace.map(([spaceId]) => spaceId),
  )
  // after the sequences, in the lock order of every change of the counts
  await saveClaims(tx, won.flatMap(actOf), at)
  for (const [index, [spaceId, rows]] of bySpace.entries()) {
    const acts = rows.flatMap(actOf).map((act) => ({ ...act, isUnprompted: false }))
    const answered = await markAnswered(tx, spaceId, acts, at)
    const events = rows.map((row) => taskEvent(presentTask(row), 'claimed'))
    await appendWithMessages({ tx, clock }, spaceId, changes[index] ?? [], [
      ...events,
      ...answered.map(deliveryEvent),
    ])
  }
}
