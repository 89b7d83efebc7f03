import type { Message } from '@flockwork/contract/messages'
import type { Tx } from '../../../platform/database.ts'

/** The kept events about a message, and about the replies to it. */
export function listKeptEvents(
  tx: Tx,
  {
    id,
    seq,
    space_id: spaceId,
    thread_root_id: rootId,
  }: Pick<Message, 'id' | 'seq' | 'space_id' | 'thread_root_id'>,
) {
  return tx
    .selectFrom('events')
    .select(['seq', 'payload'])
    .where('space_id', '=', spaceId)
    .where('seq', '>=', seq)
    .where('name', 'in', ['message', 'mention'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('message_id', '=', id),
        eb(
          'message_id',
          'in',
          selectFrom('messages')
            .select('id')
            .where('space_id', '=', spaceId)
            .where('thread_root_id', '=', rootId ?? id)
            .where('parent_id', '=', id),
        ),
      ]),
    )
    .execute()
}

export async function savePayload(tx: Tx, spaceId: string, seq: number, payload: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ payload })
    .where('space_id', '=', spaceId)
    .where('seq', '=', seq)
    .execute()
}
