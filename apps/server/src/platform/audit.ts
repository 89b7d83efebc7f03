/** The audit log: every act that an owner or operator may want to look up later (docs/rules/requests.md#audit-log). */
import { callerAddress, noteSecurity } from './call-context.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { orderedId } from './ids.ts'

export interface AuditEntry {
  /** Null: nobody who is signed in, or the operator. */
  readonly actorId: string | null
  readonly action: string
  readonly target: { readonly type: string; readonly id: string; readonly name?: string }
  readonly spaceId?: string
  readonly before?: object
  readonly after?: object
  /** Absent: the address of the call. */
  readonly ip?: string | null
}

/** What is done to what was written; everything else is about people, credentials and rights. */
const NO_SECURITY = new Set(['message', 'channel'])

/**
 * Writes the entry in the transaction of the act, so that neither is stored without the other, and puts it into the
 * security log when that commits.
 */
export async function audit(tx: Db, clock: Clock, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, clock, entry)
  const { action: event, ...rest } = entry
  if (!NO_SECURITY.has(entry.target.type))
    noteSecurity({ event, ...rest }, { inTransaction: tx.isTransaction })
}

/** Without a line in the security log. */
export async function insertAuditEntry(db: Db, clock: Clock, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: orderedId(clock.now()),
      at: new Date(clock.now()),
      actor_id: entry.actorId,
      action: entry.action,
      target_type: entry.target.type,
      target_id: entry.target.id,
      target_name: entry.target.name ?? null,
      space_id: entry.spaceId ?? null,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      ip: entry.ip ?? callerAddress() ?? null,
    })
    .execute()
}
