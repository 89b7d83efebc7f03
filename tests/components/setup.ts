/** Runs at the start of each test file; the modules that it imports are loaded once for all of them. */
import { afterEach } from 'vitest'
import { closeApp } from './app.tsx'
import { restoreBrowser } from './browser-state.ts'

afterEach(async () => {
  await closeApp()
  restoreBrowser()
})
