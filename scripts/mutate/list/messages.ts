/** Rules of posting and changing messages. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/features/messages'

export const MESSAGES: readonly MutatedFile[] = [
  {
    file: `${ROOM}/**/edit.ts`,
    tests: [`${ROOM}/**/edit.api.test.ts`],
    mutations: [
      {
        find: '    await lockSequences(tx, [spaceId])\n',
        replace: '',
        breaks: 'no reply is stored between the check of an edit and the edit',
      },
      {
        find: 'if (before.content === content) return readMessage({ db: tx, clock }, editor, spaceId, id)\n',
        replace: '',
        breaks: 'an edit with the same text changes nothing',
      },
    ],
  },
  {
    file: `${ROOM}/**/lane.ts`,
    tests: [`${ROOM}/**/lane.api.test.ts`, `${ROOM}/posting/idempotency.api.test.ts`],
    mutations: [
      {
        find: "'40001', ",
        replace: '',
        breaks: 'a post that fails to serialize is retried once',
      },
      {
        find: 'if (!isTransient || queued.hasRetried) {',
        replace: 'if (!isTransient) {',
        breaks: 'a post is retried only once',
      },
      {
        find: 'return attempt(batch.slice(half))',
        replace: 'return',
        breaks: "a failing post doesn't fail the others of its batch",
      },
      {
        find: 'left.filter((queued) => queued.judged === undefined && queued.error === undefined)',
        replace: 'left',
        breaks: 'a verdict from before the connection was lost is final',
      },
      {
        find: 'if (code === UNIQUE_VIOLATION) await deleteExpiredKey(open, queued.post, deps.clock)\n',
        replace: '',
        breaks: 'a key can be reused after a day, whatever was stored under it',
      },
    ],
  },
  {
    file: `${ROOM}/**/writer.ts`,
    tests: [`${ROOM}/**/writer.api.test.ts`, `${ROOM}/posting/idempotency.api.test.ts`],
    mutations: [
      {
        find: "first.bodyHash === post.bodyHash ? 'same' : 'mismatch'",
        replace: "'same'",
        breaks: 'another text under a key that is in flight is rejected',
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
    file: `${ROOM}/**/limits.ts`,
    tests: [`${ROOM}/**/limits.test.ts`, 'apps/server/src/features/agents/**/limits.api.test.ts'],
    mutations: [
      {
        find: 'for (const name of names) taken.add(name)',
        replace: 'if (fits) for (const name of names) taken.add(name)',
        breaks: 'nobody overtakes a post that waits for the same limit',
      },
      {
        find: 'usageOf(stored), now',
        replace: 'usageOf(posts), now',
        breaks: 'a post that was rejected does not count',
      },
    ],
  },
  {
    file: `${ROOM}/**/recipients.ts`,
    tests: [`${ROOM}/**/deliveries.api.test.ts`],
    mutations: [
      {
        find: "reason === 'mention' && state === 'stored'",
        replace: "reason === 'mention'",
        breaks: 'an unreachable account that is mentioned gets no event of it',
      },
    ],
  },
  {
    file: `${ROOM}/posting/**/batch.ts`,
    tests: [`${ROOM}/posting/events.api.test.ts`],
    mutations: [
      {
        find: 'mention_event: nth + 1',
        replace: 'mention_event: mentioned.length - nth',
        breaks: "a mention's event has the number under which this node publishes it",
      },
    ],
  },
  {
    file: 'apps/server/migrations/functions/post_batch.sql',
    tests: [
      'apps/server/src/features/loops/**/held.api.test.ts',
      'apps/server/src/features/loops/**/storm.api.test.ts',
    ],
    mutations: [
      {
        find: 'or number > most_messages)',
        replace: 'or false)',
        breaks: 'the number of messages in a chain of agents is limited',
      },
      {
        find: 'stopped_why is not null or hops > most_hops',
        replace: 'hops > most_hops',
        breaks: 'a stopped chain reaches no agent',
      },
      {
        find: "where quiet is null or (r->>'is_agent')::boolean is not true), '{}') end,",
        replace: "), '{}') end,",
        breaks: 'the event of a held message carries no delivery to an agent',
      },
    ],
  },
  {
    file: 'apps/server/migrations/functions/agent_cause.sql',
    tests: ['apps/server/src/features/loops/**/held.api.test.ts'],
    mutations: [
      {
        find: 'then 1 else 3 end as rank',
        replace: 'then 1 else 1 end as rank',
        breaks: "a person's old message to somebody else doesn't start a new chain for the agent",
      },
    ],
  },
  {
    file: 'apps/server/migrations/functions/post_batch.sql',
    tests: [
      `${ROOM}/posting/idempotency.api.test.ts`,
      `${ROOM}/**/threads.api.test.ts`,
      `${ROOM}/**/deliveries.api.test.ts`,
      `${ROOM}/**/channels.api.test.ts`,
    ],
    mutations: [
      {
        find: "i.created_at > now_at - interval '24 hours'",
        replace: "i.created_at > now_at - interval '25 hours'",
        breaks: 'a key is stored for 24 hours',
      },
      {
        find: 'i.caller_id = post.author_id and ',
        replace: '',
        breaks: 'the same key of two callers counts as two',
      },
      {
        find: "open.state in ('stored', 'delivered', 'seen')",
        replace: "open.state in ('stored', 'delivered')",
        breaks: 'a reply also answers messages that its author has already seen',
      },
      {
        find: 'select c.archived_at is null from channels c',
        replace: 'select true from channels c',
        breaks: 'nobody posts into an archived channel',
      },
      {
        find: 'order by min(nth) limit 3',
        replace: 'order by max(nth) limit 3',
        breaks: 'the latest replier is shown first',
      },
    ],
  },
]
