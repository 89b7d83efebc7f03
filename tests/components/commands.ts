/** What a test asks of the browser around its page. */
import type { BrowserCommand } from 'vitest/node'

export interface Emulated {
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | null
}

const emulate: BrowserCommand<[Emulated]> = async ({ page }, media) => page.emulateMedia(media)

export const browserCommands = { emulate }

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulate: (media: Emulated) => Promise<void>
  }
}
