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

/** Whether the browser has a touch screen and no mouse. */
const emulateTouch: BrowserCommand<[boolean]> = async ({ page, context }, enabled) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled })
}

export const browserCommands = { emulate, emulateTouch, slowAnimations }

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulate: (media: Emulated) => Promise<void>
    emulateTouch: (enabled: boolean) => Promise<void>
    slowAnimations: (playbackRate: number) => Promise<void>
  }
}
