import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that need the real server or a real PostgreSQL. */
const API_TESTS = [
  'apps/server/src/**/*routes.test.ts',
  'apps/server/src/**/*.api.test.ts',
  'apps/server/test/**/*.test.ts',
]
/**
 * Half of the time of all API tests, in a few files of fuzzing, races, whole imports and promised waits: `npm test` runs
 * them, `npm run check` doesn't.
 */
const LONG_API_TESTS = [
  'cli/space-command',
  'features/catch-up/large-span',
  'features/auth/passwords/login-throttle',
  'features/auth/provider/failures',
  'features/imports/**/*',
  'features/mcp/answers/layers',
  'features/mcp/mailbox/lost-answers',
  'features/mcp/mailbox/pages',
  'features/mcp/parity',
  'features/messages/posting/write-path',
  'features/messages/reading/page-cost',
  'features/realtime/resume',
  'features/search/indexing',
  'features/spaces/activity-history',
  'features/spaces/activity-plans',
  'features/tasks/claiming/claiming',
].map((file) => `apps/server/src/${file}.api.test.ts`)
/** Tests that start and end the embedded PostgreSQL themselves, and mostly wait for it. */
const EMBEDDED_TESTS = ['apps/server/src/platform/embedded-postgres/**/*.test.ts']
const DATABASE_SETUP = 'apps/server/test/global-setup.ts'

const API = {
  globalSetup: DATABASE_SETUP,
  // Each test has a database of its own, and no module of the server holds state. Three on two cores, because
  // one or the other waits for the time that the product promises; at most what has room in PostgreSQL.
  isolate: false,
  maxWorkers: Math.min(Math.max(3, availableParallelism()), 8),
  // tests wait for events; on two slow cores beside other steps some take half a minute
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // the default of one second is too short on a busy machine
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // one after the other where files of several are named: each has workers of its own
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/web/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'tests/{gallery,film}/**/*.test.ts',
          ],
          exclude: [...API_TESTS, ...EMBEDDED_TESTS],
          isolate: false,
          // the checks of all sources take seconds, more on slow cores beside the other steps
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'embedded',
          sequence: { groupOrder: 1 },
          include: EMBEDDED_TESTS,
          isolate: false,
        },
      },
      {
        test: {
          ...API,
          name: 'api',
          sequence: { groupOrder: 2 },
          include: API_TESTS,
          exclude: LONG_API_TESTS,
        },
      },
      {
        test: {
          ...API,
          name: 'api-long',
          sequence: { groupOrder: 2 },
          include: LONG_API_TESTS,
        },
      },
      {
        test: {
          // seconds of work for each parser
          name: 'hostile-text',
          sequence: { groupOrder: 3 },
          include: ['tests/hostile-text/**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'sync',
          sequence: { groupOrder: 4 },
          include: ['tests/{sync,listen,programs}/**/*.test.ts'],
          globalSetup: DATABASE_SETUP,
          isolate: false,
          maxWorkers: 2,
          // ten kills and restarts of the server take minutes on two slow cores
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // compares times of a server with each other: other tests beside it would be measured, too
          name: 'timing',
          sequence: { groupOrder: 5 },
          include: ['tests/timing/**/*.test.ts'],
          globalSetup: DATABASE_SETUP,
          // a limit for hangs: it takes seconds, or minutes on two slow cores
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
