/**
 * Claiming (docs/rules/imports.md#claiming): a person takes over the messages of their imported account. In the
 * transaction of a join, by a verified e-mail address or by an invite for that account; a job then rewrites the
 * messages in batches.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { appendEvents } from '../../../platform/outbox.ts'
import { executorOf, type Jobs } from '../../../platform/jobs.ts'
import { audit } from '../../../platform/audit.ts'
import { presentMemberOf } from '../../spaces/index.ts'
import * as repository from './claim-repository.ts'

const QUEUE = 'imported-claims'
/** Few enough not to hold the lock of the space's sequence for long. */
const BATCH = 500
/** Messages searched for mentions at once. */
const RANGE = 10_000

export interface ClaimDeps {
  readonly clock: Clock
  readonly jobs: Jobs
}

export interface Joined {
  readonly spaceId: string
  readonly accountId: string
  /** The imported person that the invite was for. */
  readonly claims: string | null
}

/** In the transaction of a join, before it locks sequences. */
export async function claimOnJoining(deps: ClaimDeps, tx: Tx, joined: Joined): Promise<void> {
  const { clock, jobs } = deps
  const { spaceId, accountId, claims } = joined
  const byEmail = await repository.listByVerifiedEmail(tx, spaceId, accountId)
  const wanted = [...new Set([...(claims === null ? [] : [claims]), ...byEmail])].toSorted()
  if (wanted.length === 0) return
  const at = new Date(clock.now())
  const claimed = await repository.claim(tx, { spaceId, accountId, ids: wanted, at })
  if (claimed.length === 0) return
  for (const id of claimed) {
    await audit(tx, clock, {
      actorId: accountId,
      action: 'imported_person_claimed',
      target: { type: 'user', id },
      spaceId,
      after: { by: id === claims ? 'invite' : 'email' },
    })
  }
  await jobs.addWithin(
    executorOf(tx),
    claimed.map((importedId) => ({ queue: QUEUE, data: { importedId } })),
  )
}

interface WorkDeps extends ClaimDeps {
  readonly db: Db
}

export async function startClaims(deps: WorkDeps): Promise<void> {
  const { db, jobs } = deps
  await jobs.declare(QUEUE, { expireInSeconds: 60 * 60 })
  await jobs.work(QUEUE, 1, async (data) => {
    const { importedId } = data as { importedId: string }
    await rewriteClaimed(deps, importedId)
  })
  // their job failed too often
  const left = await repository.listUnrewritten(db)
  if (left.length === 0) return
  await db.transaction().execute((tx) =>
    jobs.addWithin(
      executorOf(tx),
      left.map((importedId) => ({ queue: QUEUE, data: { importedId } })),
    ),
  )
}

/** Transfers everything by an imported person to their claimant. Safe to repeat. */
async function rewriteClaimed({ db, clock }: WorkDeps, importedId: string): Promise<void> {
  const imported = await repository.findImported(db, importedId)
  if (imported === undefined || imported.claimed_by === null || imported.rewritten_at !== null) return
  const rewriting = { spaceId: imported.space_id, from: importedId, to: imported.claimed_by }
  for (let isLeft = true; isLeft;) {
    isLeft = await change({ db, clock }, rewriting, (tx) => repository.lockMessagesOf(tx, rewriting, BATCH))
  }
  const head = await repository.headOf(db, imported.space_id)
  for (let after = 0; after < head; after += RANGE) {
    const range = { after, upTo: after + RANGE }
    await change({ db, clock }, rewriting, (tx) => repository.lockMentionsOf(tx, rewriting, range))
  }
  await db.transaction().execute(async (tx) => {
    await repository.rewriteRest(tx, rewriting)
    await repository.setRewritten(tx, importedId, new Date(clock.now()))
    await appendClaimed(tx, clock, rewriting)
  })
}

interface Rewriting {
  readonly spaceId: string
  readonly from: string
  readonly to: string
}

/** Rewrites the messages that `lock` finds; false for none. */
function change(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  rewriting: Rewriting,
  lock: (tx: Tx) => Promise<string[]>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const ids = await lock(tx)
    if (ids.length === 0) return false
    // after the messages, in the lock order of every change
    const head = await repository.lockHead(tx, rewriting.spaceId)
    await repository.rewriteMessages(tx, rewriting, ids, head + 1)
    await appendClaimed(tx, clock, rewriting)
    return true
  })
}

async function appendClaimed(tx: Tx, clock: Clock, { spaceId, to }: Rewriting): Promise<void> {
  const member = await presentMemberOf(tx, spaceId, to)
  await appendEvents(tx, clock, spaceId, [
    { name: 'space_update', payload: { action: 'claimed', ...(member !== undefined && { member }) } },
  ])
}

/** The imports' part of deleting an account: also removes the person's identity in the other product. */
export function anonymiseClaims(tx: Tx, accountId: string): Promise<void> {
  return repository.anonymiseClaimed(tx, accountId)
}
