/** Commands that a test sends to the browser around its page. */
import type { BrowserCommand } from 'vitest/node'

export interface Emulated {
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | null
}

const emulate: BrowserCommand<[Emulated]> = async ({ page }, media) => page.emulateMedia(media)

/** At a rate of 0.2 animations take five times as long. */
const slowAnimations: BrowserCommand<[number]> = async ({ page, context }, playbackRate) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate })
}

export const browserCommands = { emulate, slowAnimations }

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulate: (media: Emulated) => Promise<void>
    slowAnimations: (playbackRate: number) => Promise<void>
  }
}
