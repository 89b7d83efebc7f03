/** Rules that hold for every call. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/platform'

export const PLATFORM: readonly MutatedFile[] = [
  {
    file: 'apps/server/src/lifecycle/maintenance.ts',
    tests: ['apps/server/src/features/loops/held.api.test.ts'],
    mutations: [
      {
        find: '  requeueDecisions,\n',
        replace: '',
        breaks: 'the rest of a decision is carried out, whatever happened to its job',
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
        breaks: 'queued jobs run back to back',
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
        breaks: 'a different call under the key is rejected',
      },
      {
        find: 'if (done === undefined) throw outsideOfOnce()\n',
        replace: '',
        breaks: 'work outside of its transaction is detected',
      },
      {
        find: 'if (keyed.storesAnswer) await storeAnswer',
        replace: 'await storeAnswer',
        breaks: 'a response with a secret is not stored',
      },
      {
        find: 'if (theirs === undefined) throw error\n',
        replace: 'throw error\n',
        breaks: 'if another node has taken the key, its stored response is returned',
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
        breaks: 'a limit allows exactly its maximum',
      },
      {
        find: 'counter.onThisNode + counter.onOtherNodes >= limit.max',
        replace: 'counter.onThisNode >= limit.max',
        breaks: 'the counts of all nodes are added up',
      },
    ],
  },
]
