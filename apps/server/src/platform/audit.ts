/** The audit log: what an owner or operator may want to look up later (docs/rules/requests.md#audit-log). */
import { callerAddress, noteSecurity } from './call-context.ts'
import type { Clock } from './clock.ts'
import type { Db, Tx } from './database.ts'
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

/** Content; every other target is about people, credentials or permissions, and also goes into the security log. */
const NO_SECURITY = new Set(['message', 'channel', 'task'])

/**
 * Writes the entry in the transaction of the action, so that neither is stored without the other, and puts it into the
 * security log when that commits.
 */
export async function audit(tx: Db, clock: Clock, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(tx, clock, entry)
  const { action: event, ...rest } = entry
  if (!NO_SECURITY.has(entry.target.type))
    noteSecurity({ event, ...rest }, { inTransaction: tx.isTransaction })
}

/** Without a line in the security log. The database numbers and chains it when the transaction commits (ADR-0024). */
export async function insertAuditEntry(db: Db, clock: Clock, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_pending')
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
      ip: entry.ip === undefined ? (callerAddress() ?? null) : entry.ip,
    })
    .execute()
}

/**
 * Erases the names, addresses and texts that the log has about these accounts, when the transaction commits
 * (docs/rules/requests.md#erasing-from-the-audit-log). That includes entries made earlier in the same transaction.
 */
export async function erasePersonalData(
  tx: Tx,
  clock: Clock,
  accounts: readonly { readonly id: string; readonly type: 'user' | 'agent' }[],
): Promise<void> {
  for (const target of accounts) {
    await insertAuditEntry(tx, clock, { actorId: null, action: 'personal_data_erased', target, ip: null })
  }
}

/** A signed head of the log (docs/rules/requests.md#checkpoints). False: another node stored it first. */
export async function insertAuditCheckpoint(
  db: Db,
  row: {
    readonly number: number
    readonly hash: Buffer
    readonly at: Date
    readonly key: string
    readonly signature: string
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('audit_checkpoints')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return inserted !== undefined
}
