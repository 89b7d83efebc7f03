import { availableParallelism } from 'node:os'

import { defineConfig, devices } from '@playwright/test'

import { findChromium } from './scripts/checks/chromium.ts'

const executablePath = findChromium()
const isRoot = process.getuid?.() === 0

/** The fixtures start servers of their own, each on a spare port with its own data. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // three on two cores: each waits for a server and a browser more than half of the time
  workers: Math.min(Math.max(3, Math.floor(availableParallelism() / 2)), 4),
  // on two slow cores the longest journey takes over a minute
  timeout: 180_000,
  globalTimeout: 45 * 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    // a trace of every test costs a third of the whole run: ask for one with --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // it would answer requests that tests watch, hold up or refuse; its own tests allow it
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          args: [
            ...(isRoot ? ['--no-sandbox'] : []),
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
  ],
})
