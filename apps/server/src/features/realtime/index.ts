/** The event stream, and the hub that everyone on this node hears of changes from. */
export type { Batch } from './hub/batch.ts'
export { createHub, type Hub } from './hub/hub.ts'
export { mayBeAddressedTo } from './streams/space-reader.ts'
export { realtimeApi } from './routes.ts'
export { createStreams } from './streams/open-streams.ts'
export { pruneEvents } from './hub/pruning.ts'
