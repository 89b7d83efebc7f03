import type { Db } from '../../../platform/database.ts'

/** What an account addressed to others about a task, oldest first. */
export function listDeliveriesBy(
  db: Db,
  {
    spaceId,
    taskId,
    authorId,
  }: { readonly spaceId: string; readonly taskId: string; readonly authorId: string },
) {
  return db
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.recipient_id')
    .select([
      'deliveries.id',
      'deliveries.message_id',
      'deliveries.task_id',
      'deliveries.recipient_id',
      'deliveries.reason',
      'deliveries.state',
      'deliveries.why',
      'deliveries.at',
      'accounts.kind as recipient_kind',
      'accounts.handle as recipient_handle',
    ])
    .where('deliveries.space_id', '=', spaceId)
    .where('deliveries.task_id', '=', taskId)
    .where('deliveries.author_id', '=', authorId)
    .orderBy('deliveries.id')
    .execute()
}
