import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** Returns the id of the message's open report, opening one if necessary. The message must be locked. */
export async function openReport(
  tx: Tx,
  { id, spaceId, messageId, at }: { id: string; spaceId: string; messageId: string; at: Date },
): Promise<{ reportId: string; isNew: boolean }> {
  const open = await tx
    .selectFrom('message_reports')
    .select('id')
    .where('message_id', '=', messageId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (open !== undefined) return { reportId: open.id, isNew: false }
  await tx
    .insertInto('message_reports')
    .values({ id, space_id: spaceId, message_id: messageId, state: 'open', opened_at: at })
    .execute()
  return { reportId: id, isNew: true }
}

export async function insertFlag(
  tx: Tx,
  { reportId, accountId, spaceId, at }: { reportId: string; accountId: string; spaceId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('message_flags')
    .values({ report_id: reportId, account_id: accountId, space_id: spaceId, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Closes and returns the message's open report, if any. The message must be locked. */
export function closeReport(
  tx: Tx,
  { messageId, state, by, at }: { messageId: string; state: 'kept' | 'deleted'; by: string; at: Date },
) {
  return tx
    .updateTable('message_reports')
    .set({ state, closed_at: at, closed_by: by })
    .where('message_id', '=', messageId)
    .where('state', '=', 'open')
    .returning([
      'id',
      sql<number>`(select count(*) from message_flags where report_id = message_reports.id)`.as('flags'),
    ])
    .executeTakeFirst()
}

/** The admins of the space, and the number of its open reports. */
export async function adminsAndCount(tx: Tx, spaceId: string): Promise<{ admins: string[]; open: number }> {
  const rows = await tx
    .selectFrom('members')
    .select('account_id')
    .where('space_id', '=', spaceId)
    .where('kind', '=', 'user')
    .where('role', '=', 'admin')
    .execute()
  return { admins: rows.map(({ account_id }) => account_id), open: await countOpen(tx, spaceId) }
}

/** `spaceId` null: in all spaces that aren't deleted. */
export async function countOpen(db: Db, spaceId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('message_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .$if(spaceId !== null, (query) => query.where('space_id', '=', spaceId))
    .$if(spaceId === null, (query) =>
      query.where('space_id', 'in', (from) =>
        from.selectFrom('spaces').select('id').where('deleted_at', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
