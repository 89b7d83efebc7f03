/** Separate, because no other test installs agent programs (`npm run test:clients`). */
import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    name: 'clients',
    include: ['tests/clients/**/*.test.ts'],
    globalSetup: ['apps/server/test/global-setup.ts', 'tests/clients/install.ts'],
    isolate: false,
    maxWorkers: 2,
    // a hundred long messages to a program that takes seconds to start, also on a busy machine
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
