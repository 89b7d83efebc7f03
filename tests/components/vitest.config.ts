/** A separate configuration, so that no other test loads Playwright and the web app's plugins. */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { emojiData } from '../../apps/web/emoji-data.ts'
import { findChromium } from '../../scripts/checks/chromium.ts'
import { browserCommands } from './commands.ts'

const executablePath = findChromium()
const isRoot = process.getuid?.() === 0

// React as in production: the development build does a quarter more work
process.env['NODE_ENV'] = 'production'

export default defineConfig({
  mode: 'production',
  root: path.join(import.meta.dirname, '../..'),
  resolve: { alias: { '@twemoji-colr-font': 'twemoji-colr-font' } },
  plugins: [emojiData(), react(), tailwindcss()],
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.tsx'],
    env: { HOSTILE_TEXTS: process.env['HOSTILE_TEXTS'] ?? '200' },
    setupFiles: ['tests/components/setup.ts'],
    // files run one after the other, each in its own page: focus, timers and storage belong to the visible page
    maxWorkers: 1,
    fileParallelism: false,
    // each takes seconds, but longer on a machine that is busy with other work
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Chromium reports that ResizeObserver notifications continue in the next frame: harmless, nothing is lost
    onUnhandledError: ({ message }) => (message.startsWith('ResizeObserver loop') ? false : undefined),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // names match in part, as in tests/e2e
      locators: { exact: false },
      viewport: { width: 1280, height: 800 },
      commands: browserCommands,
      provider: playwright({
        launchOptions: {
          ...(executablePath ? { executablePath } : {}),
          args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
        },
        contextOptions: {
          locale: 'en-GB',
          timezoneId: 'Europe/London',
          permissions: ['clipboard-read', 'clipboard-write'],
        },
        actionTimeout: 20_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
