/** Rules of the web app: the stream, what events do to the feed, and sending. */
import type { MutatedFile } from '../mutation.ts'

const MESSAGES = 'apps/web/src/features/messages'
const REALTIME = 'apps/web/src/realtime'

export const WEB: readonly MutatedFile[] = [
  {
    file: `${REALTIME}/**/stream.ts`,
    tests: [`${REALTIME}/**/stream.test.ts`],
    mutations: [
      {
        find: 'response.body === null || !isEventStream(response)',
        replace: 'response.body === null',
        breaks: "a proxy's page is no event stream",
      },
      {
        find: "id === null || id === ''",
        replace: 'id === null',
        breaks: 'an event whose id is empty carries no number',
      },
      {
        find: "...(cursor !== null && { 'last-event-id': cursor }),",
        replace: '',
        breaks: 'a new stream goes on where the last one ended',
      },
      {
        find: 'Number.isSafeInteger(seq) && seq >= 0',
        replace: 'Number.isSafeInteger(seq)',
        breaks: 'a negative number is no position',
      },
    ],
  },
  {
    file: `${REALTIME}/**/connection.ts`,
    tests: [`${REALTIME}/**/connection.test.ts`],
    mutations: [
      {
        find: 'at - connection.openedAt >= STABLE_AFTER_MS',
        replace: 'at - connection.openedAt > STABLE_AFTER_MS',
        breaks: 'a stream that stood for 5 s ends the count of failed attempts',
      },
      {
        find: 'attempts > ATTEMPTS_MAX',
        replace: 'attempts >= ATTEMPTS_MAX',
        breaks: 'ten attempts are made before the status is an error',
      },
      {
        find: 'Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)',
        replace: 'retryAfterMs ?? 0',
        breaks: 'no wait of more than an hour is believed',
      },
      {
        find: 'waitsUntil !== null && event.at >= waitsUntil',
        replace: 'waitsUntil !== null',
        breaks: 'coming back to the tab cuts no wait that the server named',
      },
      {
        find: 'attempts: ATTEMPTS_MAX,',
        replace: 'attempts: 0,',
        breaks: 'after a refusal the tries stay periodic',
      },
      {
        find: 'retryAfterMs === null ? 0 : at + ms',
        replace: '0',
        breaks: 'a wait that the server named is kept to its end',
      },
    ],
  },
  {
    file: `${REALTIME}/**/backoff.ts`,
    tests: [`${REALTIME}/**/connection.test.ts`],
    mutations: [
      {
        find: '2 ** (attempt - 1)',
        replace: '2 ** attempt',
        breaks: 'the first wait is 250 ms',
      },
      {
        find: '(2 * random - 1)',
        replace: 'random',
        breaks: 'waits scatter to both sides',
      },
    ],
  },
  {
    file: `${REALTIME}/**/live.ts`,
    tests: [`${REALTIME}/**/live.test.ts`],
    mutations: [
      {
        find: 'cursor = id ?? cursor',
        replace: 'cursor = id',
        breaks: 'an event without a number leaves the position as it is',
      },
      {
        find: 'onEvents(events) {\n        if (mine.signal.aborted) return\n',
        replace: 'onEvents(events) {\n',
        breaks: 'what a stream sends after it was left is not applied',
      },
      {
        find: 'if (wasRefused) checkSession()\n      else refusedToken = token',
        replace: 'refusedToken = token',
        breaks: 'a second refusal in a row asks whether the session is over',
      },
      {
        find: 'end.status === 403 || end.status === 404',
        replace: 'end.status === 403',
        breaks: 'a space that is not found is one of which one is no member',
      },
    ],
  },
  {
    file: `${REALTIME}/**/sse-parser.ts`,
    tests: [`${REALTIME}/**/sse-parser.test.ts`],
    mutations: [
      {
        find: "event ?? 'message'",
        replace: "event ?? ''",
        breaks: 'an event without a name is a message',
      },
    ],
  },
  {
    file: `${REALTIME}/**/apply-event.ts`,
    tests: [`${REALTIME}/**/apply-event.test.ts`],
    mutations: [
      {
        find: 'Object.hasOwn(table, name)',
        replace: 'name in table',
        breaks: 'an event called as a method of objects changes nothing',
      },
    ],
  },
  {
    file: `${REALTIME}/**/heartbeat.ts`,
    tests: [`${REALTIME}/**/heartbeat.test.ts`],
    mutations: [
      {
        find: 'timers.now() - receivedAt >= STALE_MS',
        replace: 'timers.now() - receivedAt > STALE_MS',
        breaks: 'a stream that was silent for 60 s is dead',
      },
    ],
  },
  {
    file: `${REALTIME}/**/debounce.ts`,
    tests: [`${REALTIME}/**/debounce.test.ts`],
    mutations: [
      {
        find: 'since ??= timers.now()',
        replace: 'since = timers.now()',
        breaks: 'what is asked for again and again is done at the latest after the longest wait',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/feed-state.ts`,
    tests: [`${MESSAGES}/**/feed-state.test.ts`],
    mutations: [
      {
        find: 'for (const [rootId, { ids }] of state.threads) for (const id of [rootId, ...ids]) used.add(id)',
        replace: '',
        breaks: 'an open thread keeps its messages when the feed drops them',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/apply-events.ts`,
    tests: [`${MESSAGES}/**/feed-state.test.ts`, `${MESSAGES}/**/apply-events.test.ts`],
    mutations: [
      {
        find: 'id <= state.appliedSeq',
        replace: 'id < state.appliedSeq',
        breaks: 'the last event applied, repeated, changes nothing',
      },
      {
        find: ', reply_count: 0, last_reply_at: null, repliers: []',
        replace: '',
        breaks: 'a replayed message starts without replies: their own events count them',
      },
      {
        find: 'isNewer && message.author_id !== state.viewerId',
        replace: 'isNewer',
        breaks: "one's own message is shown however far one reads back",
      },
      {
        find: 'reply.seq <= seq ||',
        replace: 'reply.seq < seq ||',
        breaks: 'a reply that is in the count is not counted again',
      },
      {
        find: 'const { reply_count, last_reply_at, repliers } = loaded',
        replace: 'const { reply_count, last_reply_at, repliers } = message',
        breaks: 'an edit says nothing about the count of replies',
      },
      {
        find: 'agentId !== reply.author_id || !isReplyTo(reply, messageId)',
        replace: 'agentId !== reply.author_id',
        breaks: 'an agent that answers one message is still at work on another',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/pending.ts`,
    tests: [`${MESSAGES}/**/pending.test.ts`, `${MESSAGES}/**/send-queue.test.ts`],
    mutations: [
      {
        find: "keys.in('pending_v1', userId, spaceId, clientId)",
        replace: "keys.in('pending_v1', spaceId, clientId)",
        breaks: 'a pending message is stored under its user',
      },
      {
        find: 'now - createdAt < IDEMPOTENCY_RETENTION_MS',
        replace: 'now - createdAt <= IDEMPOTENCY_RETENTION_MS',
        breaks: 'after 24 hours nothing goes out by itself: its key is free',
      },
      {
        find: "(row.status === 'failed' && row.isUnanswered)",
        replace: "row.status === 'failed'",
        breaks: 'a message that was refused does not go out by itself',
      },
      {
        find: "if (row.status === 'failed') return row\n",
        replace: '',
        breaks: 'a message that was refused stays refused after a reload',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/send-queue.ts`,
    tests: [`${MESSAGES}/**/send-queue.test.ts`],
    mutations: [
      {
        find: 'if (isUnanswered && !isOnline()) {',
        replace: 'if (false) {',
        breaks: 'a message whose network is lost on the way waits and has not failed',
      },
      {
        find: 'const isNow = isOnline()',
        replace: 'const isNow = true',
        breaks: 'a message written offline waits',
      },
      {
        find: 'if (!shown.has(clientId)) settle(clientId)',
        replace: ';',
        breaks: 'a message whose event came is not kept to be sent again',
      },
      {
        find: 'if (isPumping) return',
        replace: '',
        breaks: 'messages go out one after the other',
      },
      {
        find: 'return start(row)',
        replace: 'return start({ ...row, clientId: newId() })',
        breaks: 'a retry has the same key',
      },
      {
        find: 'feed.update((state) => withoutPending(state, clientId))',
        replace: '',
        breaks: 'a message that was given up stands nowhere any more',
      },
      {
        find: 'if (isOnline()) flush()',
        replace: 'flush()',
        breaks: 'a page that opens offline sends nothing',
      },
      {
        find: 'isStopped = true',
        replace: '',
        breaks: 'a queue that was stopped sends nothing more',
      },
    ],
  },
]
