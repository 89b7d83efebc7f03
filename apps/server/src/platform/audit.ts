/** The audit log: every act that an owner or operator may want to look up later (docs/rules/requests.md#audit-log). */
import { callerAddress } from './caller-address.ts'
import type { Clock } from './clock.ts'
import type { Tx } from './database.ts'
import { orderedId } from './ids.ts'

export interface AuditEntry {
  readonly actorId: string | null
  readonly action: string
  readonly target: { readonly type: string; readonly id: string; readonly name?: string }
  readonly spaceId?: string
  readonly before?: object
  readonly after?: object
  /** Absent: the address of the call. */
  readonly ip?: string | null
}

/** Writes the entry in the transaction of the act, so that neither is stored without the other. */
export async function audit(tx: Tx, clock: Clock, entry: AuditEntry): Promise<void> {
  await tx
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
