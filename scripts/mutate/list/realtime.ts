/** Rules of the stream. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/features/realtime'
const MESSAGES = 'apps/server/src/features/messages'

export const REALTIME: readonly MutatedFile[] = [
  {
    file: `${ROOM}/**/ring.ts`,
    tests: [`${ROOM}/**/ring.test.ts`],
    mutations: [
      {
        find: 'first > seq + 1',
        replace: 'first > seq + 2',
        breaks: 'a reader that lacks one event before the ring reads from the table',
      },
      {
        find: ' && bytes <= BYTES_MAX',
        replace: '',
        breaks: 'the size of a ring in bytes is limited',
      },
    ],
  },
  {
    file: `${ROOM}/**/fan-out.ts`,
    tests: [`${ROOM}/**/fan-out.test.ts`],
    mutations: [
      {
        find: 'if (isBehind) fanOutSoon(audience)',
        replace: '',
        breaks: 'events that arrive during the fan-out are sent at once, too',
      },
      {
        find: 'subscription !== undefined && audience.subscriptions.has(subscription)',
        replace: 'subscription !== undefined',
        breaks: 'a subscriber that unsubscribed during the fan-out gets nothing more',
      },
      {
        find: 'subscription.cursor = batch.head\n',
        replace: '',
        breaks: 'nobody gets an event twice',
      },
      {
        find: 'return subscription.subscriber.onGap()',
        replace: 'return',
        breaks: 'a subscriber that fell behind the ring is notified of the gap',
      },
    ],
  },
  {
    file: `${ROOM}/**/batch.ts`,
    tests: [`${ROOM}/**/batch.test.ts`],
    mutations: [
      {
        find: 'event.audience === null || event.audience === accountId',
        replace: 'event.audience === null || event.audience !== accountId',
        breaks: 'an event for one account reaches only that account',
      },
      {
        find: '(entry) => isFor(entry, accountId) && entry.event.recipients',
        replace: '(entry) => entry.event.recipients',
        breaks: 'an event for somebody else delivers nothing',
      },
    ],
  },
  {
    file: `${ROOM}/**/hub.ts`,
    tests: [`${MESSAGES}/**/edit.api.test.ts`, `${MESSAGES}/**/delete.api.test.ts`],
    mutations: [
      {
        find: `, '{"action":"deleted"'`,
        replace: '',
        breaks: 'a deleted message is removed from memory, too',
      },
    ],
  },
  {
    file: `${ROOM}/**/hub.ts`,
    tests: [`${ROOM}/**/resume.api.test.ts`],
    mutations: [
      {
        find: 'if (buffer.ring.after(cursor) === undefined) return false\n',
        replace: '',
        breaks: 'no reader goes live with a gap',
      },
      {
        find: 'if (event.seq === head + 1) {',
        replace: 'if (event.seq > head) {',
        breaks: 'a local event waits for the earlier ones of other nodes',
      },
    ],
  },
  {
    file: `${ROOM}/**/space-reader.ts`,
    tests: [`${ROOM}/**/resume.api.test.ts`, `${MESSAGES}/**/deliveries.api.test.ts`],
    mutations: [
      {
        find: 'from > head || ',
        replace: '',
        breaks: 'a cursor from the future restarts from the bootstrap',
      },
      {
        find: ' || head - from > REPLAY_MAX_EVENTS',
        replace: '',
        breaks: 'a cursor too many events behind restarts from the bootstrap',
      },
      {
        find: 'head - from > REPLAY_MAX_EVENTS',
        replace: 'head - from >= REPLAY_MAX_EVENTS',
        breaks: 'the maximum number of events is still replayed',
      },
      {
        find: 'if (first !== cursor + 1) {',
        replace: 'if (first === undefined) {',
        breaks: 'a replay that starts with a gap restarts from the bootstrap',
      },
      {
        find: 'post.parent_id !== null || post.mentions',
        replace: 'post.mentions',
        breaks: 'a reply in the bootstrap is delivered to the author it answers',
      },
    ],
  },
  {
    file: `${ROOM}/**/cursors.ts`,
    tests: [`${ROOM}/**/cursors.test.ts`],
    mutations: [
      {
        find: 'formatCursors(cursors) === id ? cursors : undefined',
        replace: 'cursors',
        breaks: 'a cursor that the server did not format is rejected',
      },
    ],
  },
  {
    file: `${ROOM}/**/stream-spaces.ts`,
    tests: [`${ROOM}/**/agents.api.test.ts`],
    mutations: [
      {
        find: 'if (!spaceIds.includes(spaceId)) cursors.delete(spaceId)',
        replace: ';',
        breaks: 'a cursor drops spaces that the agent has left',
      },
      {
        find: 'return { cursor, isReset: cursor === undefined }',
        replace: 'return { cursor, isReset: false }',
        breaks: 'an unreadable cursor reports a reset',
      },
      {
        find: ': FROM_JOINING)',
        replace: ': FROM_BOOTSTRAP)',
        breaks: 'a space that the cursor lacks starts when the agent joined it',
      },
    ],
  },
  {
    file: `${ROOM}/**/event-stream.ts`,
    tests: ['tests/sync/slow-readers.test.ts'],
    mutations: [
      {
        find: 'sink.writableLength - replayed <= STREAM_UNSENT_MAX_BYTES',
        replace: 'true',
        breaks: 'a reader that reads nothing is disconnected',
      },
      {
        find: 'if (!sink.write(bytes)) await drained(sink)',
        replace: 'sink.write(bytes)',
        breaks: 'a replay waits for its reader',
      },
    ],
  },
  {
    file: `${ROOM}/**/open-streams.ts`,
    tests: [`${ROOM}/**/streams.api.test.ts`],
    mutations: [
      {
        find: '?? 0) < accountMax',
        replace: '?? 0) <= accountMax',
        breaks: 'the number of streams per account is limited',
      },
      {
        find: 'count(open.accountId, -1)',
        replace: '',
        breaks: 'an ended stream frees its place',
      },
    ],
  },
]
