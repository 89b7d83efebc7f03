/** Rules that hold for every call. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/platform'

export const PLATFORM: readonly MutatedFile[] = [
  {
    file: `${ROOM}/**/idempotency.ts`,
    tests: [`${ROOM}/**/idempotency.api.test.ts`],
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
    file: `${ROOM}/**/rate-limit.ts`,
    tests: [`${ROOM}/**/rate-limit.api.test.ts`],
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
]
