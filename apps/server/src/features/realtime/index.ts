/**
 * The event stream. Every change in a space is an event with the next `seq` of that space, written in the transaction
 * of the change (platform/outbox.ts). The table `events` is the source of truth; this room delivers it to readers,
 * gap-free and in order.
 *
 *   commit -> bus `wake` -> hub/        a SpaceBuffer for each space with subscribers: a ring of its last events, filled
 *                                       by commits of this node, by the table on a wake-up, and by a slow poll
 *                           fan-out.ts  sends each Subscriber what is after its cursor, as a Batch
 *                             |-> streams/space-reader.ts   one space to one open stream
 *                             `-> mcp/waiting               agents that wait for mail
 *
 * A stream subscribes first and then goes through three phases (streams/space-reader.ts):
 *   backfill  what is after the client's cursor, from the ring or the table. Without a cursor, or with one that can't be
 *             resumed, a `bootstrap`: the newest messages and the seq that they are complete to
 *   cutover   once little is missing and all of it is in the ring, the subscription goes live at that seq
 *   live      batches as they come. A reader with too much unsent is cut off, and reconnects with its cursor
 *
 * Three terms for a position in the sequence: `seq`, an event's number; `cursor`, the seq after which a client or a
 * subscription continues (the `id` of each frame, streams/cursors.ts); `head`, the newest seq.
 *
 * The web app's side is apps/web/src/realtime: `live.ts` keeps one stream open and reconnects with the cursor of its
 * state, `stream.ts` reads the frames, `apply-event.ts` applies each event by a pure reducer.
 */
export type { Batch } from './hub/batch.ts'
export { createHub, type Hub } from './hub/hub.ts'
export { pruneEvents } from './hub/prune-events.ts'
export { realtimeApi } from './routes.ts'
export { createOpenStreams } from './streams/open-streams.ts'
export { mayBeAddressedTo } from './streams/space-reader.ts'
