/** Rules of the server: the stream, posting and signing in. */
import type { MutatedFile } from '../mutation.ts'

const PLATFORM = 'apps/server/src/platform'
const REALTIME = 'apps/server/src/features/realtime'
const MESSAGES = 'apps/server/src/features/messages'
const AUTH = 'apps/server/src/features/auth'

export const SERVER: readonly MutatedFile[] = [
  {
    file: `${REALTIME}/**/ring.ts`,
    tests: [`${REALTIME}/**/ring.test.ts`],
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
    file: `${REALTIME}/**/fan-out.ts`,
    tests: [`${REALTIME}/**/fan-out.test.ts`],
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
    file: `${REALTIME}/**/batch.ts`,
    tests: [`${REALTIME}/**/batch.test.ts`],
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
    file: `${REALTIME}/**/hub.ts`,
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
    file: `${REALTIME}/**/hub.ts`,
    tests: [`${REALTIME}/**/resume.api.test.ts`],
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
    file: `${REALTIME}/**/space-reader.ts`,
    tests: [`${REALTIME}/**/resume.api.test.ts`, `${MESSAGES}/**/deliveries.api.test.ts`],
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
    file: `${REALTIME}/**/cursors.ts`,
    tests: [`${REALTIME}/**/cursors.test.ts`],
    mutations: [
      {
        find: 'formatCursors(cursors) === id ? cursors : undefined',
        replace: 'cursors',
        breaks: 'what the server did not format is no cursor',
      },
    ],
  },
  {
    file: `${REALTIME}/**/stream-spaces.ts`,
    tests: [`${REALTIME}/**/agents.api.test.ts`],
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
    file: `${REALTIME}/**/event-stream.ts`,
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
    file: `${REALTIME}/**/open-streams.ts`,
    tests: [`${REALTIME}/**/streams.api.test.ts`],
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
  {
    file: `${MESSAGES}/**/edit.ts`,
    tests: [`${MESSAGES}/**/edit.api.test.ts`],
    mutations: [
      {
        find: '    await lockSequences(tx, [spaceId])\n',
        replace: '',
        breaks: 'nobody replies between the judgement of an edit and the edit',
      },
      {
        find: 'if (before.content === content) return readMessage(tx, editor, spaceId, id)\n',
        replace: '',
        breaks: 'the same text again is no edit',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/lane.ts`,
    tests: [`${MESSAGES}/**/lane.api.test.ts`, `${MESSAGES}/posting/idempotency.api.test.ts`],
    mutations: [
      {
        find: "'40001', ",
        replace: '',
        breaks: 'a post that loses to another transaction is tried once more',
      },
      {
        find: 'if (!isTransient || queued.hasRetried) {',
        replace: 'if (!isTransient) {',
        breaks: 'a post is tried once more, not for ever',
      },
      {
        find: 'return attempt(batch.slice(half))',
        replace: 'return',
        breaks: 'a post that fails takes none of its batch with it',
      },
      {
        find: 'left.filter((queued) => queued.judged === undefined && queued.error === undefined)',
        replace: 'left',
        breaks: 'what was judged before the connection was lost keeps its judgement',
      },
      {
        find: 'if (code === UNIQUE_VIOLATION) await deleteExpiredKey(open, queued.post, deps.clock)\n',
        replace: '',
        breaks: 'a key is free after a day, whatever was kept under it',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/writer.ts`,
    tests: [`${MESSAGES}/**/writer.api.test.ts`, `${MESSAGES}/posting/idempotency.api.test.ts`],
    mutations: [
      {
        find: "first.bodyHash === post.bodyHash ? 'same' : 'mismatch'",
        replace: "'same'",
        breaks: 'another text under a key that is in flight is refused',
      },
      {
        find: '    slowQueues.delete(spaceId)\n',
        replace: '',
        breaks: 'a space that was locked is written to again afterwards',
      },
      {
        find: "if (judged?.verdict === 'busy') goSlow(waiting)",
        replace: "if (judged?.verdict === 'busy') waiting.fail(new Unavailable())",
        breaks: 'a post into a locked space waits for it',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/limits.ts`,
    tests: [`${MESSAGES}/**/limits.test.ts`, 'apps/server/src/features/agents/**/limits.api.test.ts'],
    mutations: [
      {
        find: 'for (const name of names) taken.add(name)',
        replace: 'if (fits) for (const name of names) taken.add(name)',
        breaks: 'nobody overtakes whoever waits for the same count',
      },
      {
        find: 'usageOf(stored), now',
        replace: 'usageOf(posts), now',
        breaks: 'a post that was refused does not count',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/recipients.ts`,
    tests: [`${MESSAGES}/**/deliveries.api.test.ts`],
    mutations: [
      {
        find: "reason === 'mention' && state === 'stored'",
        replace: "reason === 'mention'",
        breaks: 'who is mentioned and can not be reached gets no event of it',
      },
    ],
  },
  {
    file: `${MESSAGES}/posting/**/batch.ts`,
    tests: [`${MESSAGES}/posting/events.api.test.ts`],
    mutations: [
      {
        find: 'mention_event: nth + 1',
        replace: 'mention_event: mentioned.length - nth',
        breaks: 'the event of a mention has the number that this node offers it with',
      },
    ],
  },
  {
    file: 'apps/server/migrations/functions/post_batch.sql',
    tests: [
      `${MESSAGES}/posting/idempotency.api.test.ts`,
      `${MESSAGES}/**/threads.api.test.ts`,
      `${MESSAGES}/**/deliveries.api.test.ts`,
      `${MESSAGES}/**/channels.api.test.ts`,
    ],
    mutations: [
      {
        find: "interval '24 hours'",
        replace: "interval '25 hours'",
        breaks: 'a key is kept for 24 hours',
      },
      {
        find: 'i.caller_id = post.author_id and ',
        replace: '',
        breaks: 'one key of two callers is two keys',
      },
      {
        find: "open.state in ('stored', 'delivered', 'seen')",
        replace: "open.state in ('stored', 'delivered')",
        breaks: 'a reply answers what its author has seen, too',
      },
      {
        find: 'select c.archived_at is null from channels c',
        replace: 'select true from channels c',
        breaks: 'nobody posts into an archived channel',
      },
      {
        find: 'order by min(nth) limit 3',
        replace: 'order by max(nth) limit 3',
        breaks: 'of those who replied the latest is shown first',
      },
    ],
  },
  {
    file: `${PLATFORM}/**/idempotency.ts`,
    tests: [`${PLATFORM}/**/idempotency.api.test.ts`],
    mutations: [
      {
        find: 'if (row.body_hash !== keyed.bodyHash) throw new IdempotencyMismatch()\n',
        replace: '',
        breaks: 'another call under the key is refused',
      },
      {
        find: 'if (done === undefined) throw outsideOfOnce()\n',
        replace: '',
        breaks: 'work that changes something outside of its transaction is found',
      },
      {
        find: 'if (keyed.storesAnswer) await storeAnswer',
        replace: 'await storeAnswer',
        breaks: 'an answer with a secret is not kept',
      },
      {
        find: 'if (theirs === undefined) throw error\n',
        replace: 'throw error\n',
        breaks: 'who finds the key taken by another node answers what that stored',
      },
    ],
  },
  {
    file: `${PLATFORM}/**/rate-limit.ts`,
    tests: [`${PLATFORM}/**/rate-limit.api.test.ts`],
    mutations: [
      {
        find: 'counter.onThisNode + counter.onOtherNodes >= limit.max',
        replace: 'counter.onThisNode + counter.onOtherNodes > limit.max',
        breaks: 'so many requests and no more',
      },
      {
        find: 'counter.onThisNode + counter.onOtherNodes >= limit.max',
        replace: 'counter.onThisNode >= limit.max',
        breaks: 'nodes count together',
      },
    ],
  },
  {
    file: `${AUTH}/**/login-throttle.ts`,
    tests: [`${AUTH}/**/login-throttle.api.test.ts`],
    mutations: [
      {
        find: 'attempts.run(BY_ADDRESS, limitedAddress(address), check)',
        replace: 'attempts.run(BY_ADDRESS, address, check)',
        breaks: 'a network of IPv6 is one address',
      },
    ],
  },
  {
    file: `${AUTH}/people.ts`,
    tests: ['apps/server/src/lifecycle/end-programs.api.test.ts'],
    mutations: [
      {
        find: 'if (!(await repository.isSignedIn(tx, actor)))',
        replace: 'if (false)',
        breaks: 'no credential that is made during a password reset outlives it',
      },
    ],
  },
  {
    file: `${AUTH}/**/attempts.ts`,
    tests: [`${AUTH}/**/attempts.api.test.ts`, `${AUTH}/**/login-throttle.api.test.ts`],
    mutations: [
      {
        find: 'failures = failures + ${isWrong ? 1 : 0}',
        replace: 'failures = failures + 1',
        breaks: 'a right password does not count',
      },
      {
        find: '+ cardinality(${leases}) < ${max}',
        replace: '< ${max}',
        breaks: 'guesses at once get no more tries than the limit',
      },
      {
        find: 'if (clock.now() >= giveUpAt)',
        replace: 'if (true)',
        breaks: 'who finds every place taken waits while some are only being checked',
      },
      {
        find: 'where ends_at > ${now})`',
        replace: ')`',
        breaks: 'what a crash cut off gives its place back by itself',
      },
      {
        find: 'if (clock.now() >= leaseEndsAt.getTime()) throw new Busy()',
        replace: '',
        breaks: 'who took longer than the lease gets no try beside whoever has the place now',
      },
    ],
  },
  {
    file: `${AUTH}/sign-in/**/service.ts`,
    tests: [
      `${AUTH}/**/login-throttle.api.test.ts`,
      `${AUTH}/**/password.api.test.ts`,
      `${AUTH}/sign-in/sign-in.api.test.ts`,
    ],
    mutations: [
      {
        find: 'isKnownDevice ? null : ',
        replace: '',
        breaks: 'strangers who guess close an account to no device that was there before',
      },
      {
        find: "if (!isStillSet) throw new Unauthorized('Wrong username or password')\n",
        replace: '',
        breaks: 'a password that is being changed opens nothing afterwards',
      },
    ],
  },
  {
    file: `${AUTH}/**/sessions.ts`,
    tests: [
      `${AUTH}/**/refresh-tokens.api.test.ts`,
      `${AUTH}/**/logout.api.test.ts`,
      `${AUTH}/**/devices.api.test.ts`,
    ],
    mutations: [
      {
        find: '> REFRESH_GRACE_MS',
        replace: '>= REFRESH_GRACE_MS',
        breaks: 'ten seconds after its exchange a token still answers the same successor',
      },
      {
        find: 'await repository.endSession(tx, token.session_id, at)\n',
        replace: '',
        breaks: 'a token used again later ends its family',
      },
      {
        find: 'token.ended_at !== null || ',
        replace: '',
        breaks: 'a session that has ended is refreshed no more',
      },
      {
        find: 'token.expires_at <= at',
        replace: 'token.expires_at < at',
        breaks: 'a refresh token has ended at its end',
      },
      {
        find: 'await repository.endSessionsOfDevice(tx, accountId, device.deviceId, at)',
        replace: '[]',
        breaks: 'a sign-in on a device ends the session that it had',
      },
      {
        find: 'entry === undefined || entry.until <= now',
        replace: 'entry === undefined',
        breaks: 'a session that ended is known to have within 5 s, though nobody said so',
      },
    ],
  },
  {
    file: `${AUTH}/**/deactivation.ts`,
    tests: [`${AUTH}/**/deactivation.api.test.ts`, `${AUTH}/**/reset-links.api.test.ts`],
    mutations: [
      {
        find: "if (isLastAdmin) throw new Conflict('This is the only administrator of this instance')\n",
        replace: '',
        breaks: 'the last administrator stays',
      },
      {
        find: '  await repository.voidResetLinks(tx, accountId)\n',
        replace: '',
        breaks: 'a reset link made before a deactivation is void after it',
      },
      {
        find: 'await sessions.endAll(tx, accountId)',
        replace: '[]',
        breaks: 'activated again, a person signs in anew',
      },
    ],
  },
  {
    file: `${AUTH}/**/reset-links.ts`,
    tests: [`${AUTH}/**/reset-links.api.test.ts`],
    mutations: [
      {
        find: 'if (!(await repository.useResetLink(tx, hash, new Date(clock.now())))) throw linkIsVoid()\n',
        replace: '',
        breaks: 'a reset link works once',
      },
      {
        find: '  await loginThrottle.clear(accountId)\n',
        replace: '',
        breaks: 'whoever guessed before asking for a link may sign in after using it',
      },
    ],
  },
]
