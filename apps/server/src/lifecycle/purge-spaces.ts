/**
 * Purges deleted spaces, those of deleted accounts among them, 30 days after (docs/rules/spaces.md#deleting). In batches, each a
 * short transaction of its own; the next run continues where one was interrupted.
 */
import { sql } from 'kysely'
import { purgeImportedPeople } from '../features/imports/index.ts'
import { markPurged, nextSpaceToPurge } from '../features/spaces/index.ts'
import { insertAuditEntry } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { collectFailures } from '../platform/failures.ts'
import type { DB } from '../platform/schema.ts'

/** The tables with a `space_id`. */
type SpaceTable = { [Name in keyof DB]: DB[Name] extends { space_id: unknown } ? Name : never }[keyof DB]

/** In this order: first what allows anyone to write there, last what the other tables refer to. */
const TABLES = [
  'members',
  'space_people',
  'invites',
  'imports',
  'deleted_space_members',
  'demo_messages',
  'webhook_calls',
  'guide_offers',
  'guide_reminders',
  'deliveries',
  'agent_holds',
  'agent_chains',
  'agent_extensions',
  'spend_leases',
  'model_runs',
  'task_notes',
  'tasks',
  'task_counts',
  'events',
  'reactions',
  'message_flags',
  'message_reports',
  'message_versions',
  'reply_counts',
  'messages',
  'idempotency',
  'message_words',
  'search_authors',
  'search_positions',
  'post_counts',
  'record_texts',
  'record_imports',
  'violations',
  'agent_teams',
  'teams',
  'channels',
  'space_actors',
  'activities',
  // deleting members and tasks updates counts here
  'space_tallies',
  'space_sequences',
] as const satisfies readonly SpaceTable[]

/** Fails to compile if a table is missing above. The audit log outlives the space; imported people outlive it, too. */
type NotPurged = Exclude<SpaceTable, (typeof TABLES)[number] | 'audit' | 'audit_pending' | 'imported_people'>
const PURGED: [NotPurged] extends [never] ? readonly SpaceTable[] : NotPurged = TABLES

const BATCH_ROWS = 2000
/** A run ends well before the job expires. */
const BATCHES_PER_RUN = 200
const SPACES_PER_RUN = 50

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** @throws an error of the spaces that failed, after the others were purged. */
export async function purgeDeletedSpaces(deps: Deps): Promise<void> {
  const failures = collectFailures()
  const left = { batches: BATCHES_PER_RUN }
  for (let purged = 0; purged < SPACES_PER_RUN && left.batches > 0;) {
    const spaceId = await nextSpaceToPurge(deps, failures.ids)
    if (spaceId === undefined) break
    await failures.attempt(spaceId, async () => {
      await purgeSpace(deps, spaceId, left)
      purged++
    })
  }
  failures.report('deleted spaces could not be purged')
}

/** Stops where no batches are left; the next run goes on. */
async function purgeSpace(deps: Deps, spaceId: string, left: { batches: number }): Promise<void> {
  for (const table of PURGED) {
    let deleted = BATCH_ROWS
    while (deleted === BATCH_ROWS) {
      if (left.batches === 0) return
      deleted = await purgeBatch(deps.db, table, spaceId)
      left.batches -= deleted === 0 ? 0 : 1
    }
  }
  await purgeImportedPeople(deps.db, spaceId)
  await deps.db.transaction().execute(async (tx) => {
    await markPurged({ ...deps, db: tx }, spaceId)
    // which also erases the texts of its messages and tasks there
    await insertAuditEntry(tx, deps.clock, {
      actorId: null,
      action: 'space_purged',
      target: { type: 'space', id: spaceId },
      spaceId,
      ip: null,
    })
  })
}

/** Deletes one batch of the space's rows, small enough not to delay calls; returns how many. */
async function purgeBatch(db: Db, table: SpaceTable, spaceId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where space_id = ${spaceId} limit ${BATCH_ROWS}
    ))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
