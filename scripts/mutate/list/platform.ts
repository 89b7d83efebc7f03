/** Rules that hold for every call. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/platform'

export const PLATFORM: readonly MutatedFile[] = [
  {
    file: 'apps/server/src/lifecycle/maintenance.ts',
    tests: ['apps/server/src/features/loops/held.api.test.ts'],
    mutations: [
      {
        find: '  resumeDecisions,\n',
        replace: '',
        breaks: 'what a decision still owes is carried out, whatever became of its job',
      },
    ],
  },
  {
    file: 'apps/server/src/platform/jobs.ts',
    tests: ['apps/server/src/platform/jobs.api.test.ts'],
    mutations: [
      {
        find: '            if (self !== undefined) boss.notifyWorker(self)\n',
        replace: '            void self\n',
        breaks: 'jobs that wait together are done one right after the other',
      },
    ],
  },
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
