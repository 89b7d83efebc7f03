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
        breaks: 'a reader who lacks one event before the ring is sent to the table',
      },
      {
        find: ' && bytes <= BYTES_MAX',
        replace: '',
        breaks: "a ring's bytes are bounded",
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
        breaks: 'what came during the fan-out is sent at once, too',
      },
      {
        find: 'subscription !== undefined && audience.subscriptions.has(subscription)',
        replace: 'subscription !== undefined',
        breaks: 'who unsubscribed during the fan-out gets nothing more',
      },
      {
        find: 'subscription.cursor = batch.head\n',
        replace: '',
        breaks: 'nobody gets an event twice',
      },
      {
        find: 'return subscription.subscriber.onGap()',
        replace: 'return',
        breaks: 'who fell behind the ring is notified to begin again from the table',
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
        breaks: 'what is meant for one account goes to that one alone',
      },
      {
        find: '(entry) => isFor(entry, accountId) && entry.event.recipients',
        replace: '(entry) => entry.event.recipients',
        breaks: 'an event that one does not get hands nothing to one',
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
        breaks: 'what memory holds of a deleted message is gone, too',
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
        breaks: 'nobody goes live with a gap behind',
      },
      {
        find: 'if (event.seq === head + 1) {',
        replace: 'if (event.seq > head) {',
        breaks: "an event from here waits for another node's that come before it",
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
        breaks: 'a cursor from the future begins anew',
      },
      {
        find: ' || head - from > REPLAY_MAX_EVENTS',
        replace: '',
        breaks: 'a cursor too many events ago begins anew',
      },
      {
        find: 'head - from > REPLAY_MAX_EVENTS',
        replace: 'head - from >= REPLAY_MAX_EVENTS',
        breaks: 'as many events as may be replayed are replayed',
      },
      {
        find: 'if (first !== cursor + 1) {',
        replace: 'if (first === undefined) {',
        breaks: 'a replay with a gap before it begins anew',
      },
      {
        find: 'post.parent_id !== null || post.mentions',
        replace: 'post.mentions',
        breaks: 'a reply in the bootstrap is delivered to whom it answers',
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
        breaks: 'what the server did not format is no cursor',
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
        breaks: 'a space that was left is in no cursor any more',
      },
      {
        find: 'return { cursor, isReset: cursor === undefined }',
        replace: 'return { cursor, isReset: false }',
        breaks: 'a cursor that can not be read says that all begins anew',
      },
      {
        find: ': FROM_JOINING)',
        replace: ': FROM_BOOTSTRAP)',
        breaks: 'a space that the cursor lacks begins when the agent joined it',
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
        breaks: 'a reader that takes nothing is cut off',
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
        breaks: 'one account opens so many streams and no more',
      },
      {
        find: 'count(open.accountId, -1)',
        replace: '',
        breaks: 'a stream that ended makes room for another',
      },
    ],
  },
]
