/** Rules of the server: the stream, posting and signing in. */
import type { MutatedFile } from '../mutation.ts'

const FEATURES = 'apps/server/src/features'

export const SERVER: readonly MutatedFile[] = [
  {
    file: `${FEATURES}/realtime/**/ring.ts`,
    tests: [`${FEATURES}/realtime/**/ring.test.ts`],
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
    file: `${FEATURES}/messages/**/edit.ts`,
    tests: [`${FEATURES}/messages/**/edit.api.test.ts`],
    mutations: [
      {
        find: '    await lockSequences(tx, [spaceId])\n',
        replace: '',
        breaks: 'nobody replies between the judgement of an edit and the edit',
      },
    ],
  },
  {
    file: `${FEATURES}/messages/**/lane.ts`,
    tests: [`${FEATURES}/messages/**/lane.api.test.ts`],
    mutations: [
      {
        find: ", '55P03'",
        replace: '',
        breaks: 'a post that meets a lock for too long is tried once more',
      },
    ],
  },
]
