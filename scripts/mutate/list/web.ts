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
        breaks: 'an event with an empty id has no number',
      },
      {
        find: "...(cursor !== null && { 'last-event-id': cursor }),",
        replace: '',
        breaks: 'a new stream resumes where the last one ended',
      },
      {
        find: 'Number.isSafeInteger(seq) && seq >= 0',
        replace: 'Number.isSafeInteger(seq)',
        breaks: 'a negative number is not a cursor',
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
        breaks: 'a stream that was open for 5 s resets the number of attempts',
      },
      {
        find: 'attempts > ATTEMPTS_MAX',
        replace: 'attempts >= ATTEMPTS_MAX',
        breaks: 'ten attempts are made before the status is an error',
      },
      {
        find: 'Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)',
        replace: 'retryAfterMs ?? 0',
        breaks: 'a wait of more than an hour is capped',
      },
      {
        find: 'waitsUntil !== null && event.at >= waitsUntil',
        replace: 'waitsUntil !== null',
        breaks: "returning to the tab doesn't shorten a wait that the server asked for",
      },
      {
        find: 'attempts: ATTEMPTS_MAX,',
        replace: 'attempts: 0,',
        breaks: 'after a 403 or 404 the retries stay periodic',
      },
      {
        find: 'retryAfterMs === null ? 0 : at + ms',
        replace: '0',
        breaks: 'a wait that the server asked for is waited out',
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
        breaks: 'the first delay is 250 ms',
      },
      {
        find: '(2 * random - 1)',
        replace: 'random',
        breaks: 'jitter goes both ways',
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
        breaks: 'an event without a number leaves the cursor as it is',
      },
      {
        find: 'onEvents(events) {\n        if (mine.signal.aborted) return\n',
        replace: 'onEvents(events) {\n',
        breaks: 'events of a stream that was closed are not applied',
      },
      {
        find: 'if (wasRefused) checkSession()\n      else refusedToken = token',
        replace: 'refusedToken = token',
        breaks: 'a second rejection in a row checks the session',
      },
      {
        find: 'end.status === 403 || end.status === 404',
        replace: 'end.status === 403',
        breaks: 'a space that is not found is treated as one without membership',
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
        breaks: 'an event named like a method of Object changes nothing',
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
        breaks: 'a debounced refetch runs at the latest after the maximum delay',
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
        breaks: 'the last applied event, repeated, changes nothing',
      },
      {
        find: ', reply_count: 0, last_reply_at: null, repliers: []',
        replace: '',
        breaks: 'a replayed message starts without replies: their own events count them',
      },
      {
        find: 'isNewer && message.author_id !== state.viewerId',
        replace: 'isNewer',
        breaks: "one's own message shows however far back one reads",
      },
      {
        find: 'reply.seq <= seq ||',
        replace: 'reply.seq < seq ||',
        breaks: 'a reply that is already in the count is not counted again',
      },
      {
        find: 'const { reply_count, last_reply_at, repliers } = loaded',
        replace: 'const { reply_count, last_reply_at, repliers } = message',
        breaks: "an edit doesn't change the count of replies",
      },
      {
        find: 'agentId !== reply.author_id || !isReplyTo(reply, messageId)',
        replace: 'agentId !== reply.author_id',
        breaks: 'an agent that answers one message is still working on another',
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
        breaks: 'after 24 hours nothing is sent automatically: its key may be reused',
      },
      {
        find: "(row.status === 'failed' && row.isUnanswered)",
        replace: "row.status === 'failed'",
        breaks: 'a rejected message is not sent again automatically',
      },
      {
        find: "if (row.status === 'failed') return row\n",
        replace: '',
        breaks: 'a rejected message stays rejected after a reload',
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
        breaks: 'a message whose connection is lost while sending is pending, not failed',
      },
      {
        find: 'const isNow = isOnline()',
        replace: 'const isNow = true',
        breaks: 'a message written offline is pending',
      },
      {
        find: 'if (!shown.has(clientId)) settle(clientId)',
        replace: ';',
        breaks: 'a message whose event arrived is no longer queued',
      },
      {
        find: 'pumping ??= sendAll()',
        replace: 'pumping = sendAll()',
        breaks: 'messages are sent one after the other',
      },
      {
        find: 'return start(row)',
        replace: 'return start({ ...row, clientId: newId() })',
        breaks: 'a retry has the same key',
      },
      {
        find: 'feed.update((state) => withoutPending(state, clientId))',
        replace: '',
        breaks: 'a discarded message disappears from the feed',
      },
      {
        find: 'if (isOnline()) flush()',
        replace: 'flush()',
        breaks: 'a page that opens offline sends nothing',
      },
      {
        find: 'isStopped = true',
        replace: '',
        breaks: 'a stopped queue sends nothing more',
      },
    ],
  },
]
