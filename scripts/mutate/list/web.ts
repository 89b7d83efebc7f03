/** Rules of the web app: the stream, what events do to the feed, and sending. */
import type { MutatedFile } from '../mutation.ts'

const MESSAGES = 'apps/web/src/features/messages'

export const WEB: readonly MutatedFile[] = [
  {
    file: `${MESSAGES}/**/feed-state.ts`,
    tests: [`${MESSAGES}/**/feed-state.test.ts`],
    mutations: [
      {
        find: 'for (const [rootId, { ids }] of state.threads) for (const id of [rootId, ...ids]) named.add(id)',
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
        find: 'id <= state.position',
        replace: 'id < state.position',
        breaks: 'the last event applied, repeated, changes nothing',
      },
      {
        find: ', reply_count: 0, last_reply_at: null, repliers: []',
        replace: '',
        breaks: 'a replayed message starts without replies: their own events count them',
      },
    ],
  },
  {
    file: `${MESSAGES}/**/pending.ts`,
    tests: [`${MESSAGES}/**/pending.test.ts`],
    mutations: [
      {
        find: "keys.in('pending_v1', userId, spaceId, clientId)",
        replace: "keys.in('pending_v1', spaceId, clientId)",
        breaks: 'a pending message is stored under its user',
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
    ],
  },
]
