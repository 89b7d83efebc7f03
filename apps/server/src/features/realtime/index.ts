/** The event stream, and the hub that everyone on this node hears of changes from. */
export type { Batch } from './batch.ts'
export { createHub, type Hub } from './hub.ts'
export { mayBeAddressedTo } from './reader.ts'
export { realtimeApi } from './routes.ts'
export { createStreams } from './streams.ts'
export { pruneEvents } from './pruning.ts'
