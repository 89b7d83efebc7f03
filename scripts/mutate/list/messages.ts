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
        breaks: 'nobody replies between the judgement of an edit and the edit',
      },
      {
        find: 'if (before.content === content) return readMessage({ db: tx, clock }, editor, spaceId, id)\n',
        replace: '',
        breaks: 'the same text again is no edit',
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
    file: `${ROOM}/**/writer.ts`,
    tests: [`${ROOM}/**/writer.api.test.ts`, `${ROOM}/posting/idempotency.api.test.ts`],
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
    file: `${ROOM}/**/limits.ts`,
    tests: [`${ROOM}/**/limits.test.ts`, 'apps/server/src/features/agents/**/limits.api.test.ts'],
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
    file: `${ROOM}/**/recipients.ts`,
    tests: [`${ROOM}/**/deliveries.api.test.ts`],
    mutations: [
      {
        find: "reason === 'mention' && state === 'stored'",
        replace: "reason === 'mention'",
        breaks: 'who is mentioned and can not be reached gets no event of it',
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
        breaks: 'the event of a mention has the number that this node offers it with',
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
        breaks: 'a chain of agents is bounded by its number of messages',
      },
      {
        find: 'stopped_why is not null or hops > most_hops',
        replace: 'hops > most_hops',
        breaks: 'nothing of a stopped chain reaches an agent',
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
        breaks: 'an old message of a person that was never for the agent is no new beginning',
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
]
