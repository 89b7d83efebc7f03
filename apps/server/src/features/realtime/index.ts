/** The event stream, and the hub that everyone on this node hears of changes from. */
export { createHub, type Follower, type Hub } from './hub.ts'
export { mayBeAddressedTo } from './reader.ts'
export { realtimeApi, type RealtimeWeb } from './routes.ts'
export { createStreams, type Streams } from './streams.ts'
export { trimEvents } from './trimming.ts'
