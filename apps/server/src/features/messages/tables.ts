/**
 * Tables of this room that hold what belongs to one space, what hangs on a message before the messages; and the
 * answers that were kept of calls there.
 */
export const MESSAGE_TABLES = [
  'reactions',
  'message_versions',
  'reply_counts',
  'messages',
  'idempotency',
] as const
