/**
 * Signs the newest entry every ten minutes, into the database and the log file, from where it reaches wherever logs are
 * stored: truncating or rewriting the log can't undo that (docs/rules/requests.md#checkpoints).
 */
import { insertAuditCheckpoint } from '../../../platform/audit.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { signCheckpoint, type Checkpoint, type SigningKey } from './checkpoint.ts'
import * as repository from './repository.ts'

const QUEUE = 'audit-checkpoints'
const EVERY_TEN_MINUTES = '*/10 * * * *'

export interface CheckpointDeps {
  readonly db: Db
  readonly clock: Clock
  readonly key: SigningKey
  /** Writes it to the log file. */
  readonly log: (checkpoint: Checkpoint) => void
}

export async function startCheckpoints(deps: CheckpointDeps & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.declare(QUEUE)
  await deps.jobs.work(QUEUE, 1, () => makeCheckpoint(deps).then(() => undefined))
  await deps.jobs.every(EVERY_TEN_MINUTES, QUEUE)
}

/** Does nothing without a new entry since the last checkpoint. */
export async function makeCheckpoint({
  db,
  clock,
  key,
  log,
}: CheckpointDeps): Promise<Checkpoint | undefined> {
  const head = await repository.findHead(db)
  const last = await repository.findLastCheckpoint(db)
  if (head === undefined || head.number <= (last?.number ?? 0)) return undefined
  const at = new Date(clock.now())
  const { number } = head
  const checkpoint = signCheckpoint(key, { number, hash: head.hash.toString('hex'), at: wireTime(at) })
  const isFirst = await insertAuditCheckpoint(db, {
    number,
    hash: head.hash,
    at,
    key: checkpoint.key,
    signature: checkpoint.signature,
  })
  if (isFirst) log(checkpoint)
  return checkpoint
}
