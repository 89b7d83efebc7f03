/** A fake of the browser's notifications that a test can read. */
import type { Page } from '@playwright/test'

interface Shown {
  readonly title: string
  readonly body: string
  readonly tag: string
}

/** What the fake recorded. */
interface Watched {
  readonly shown: Shown[]
  asked: number
  last: EventTarget | null
}

export type Watching = typeof globalThis & { watched: Watched }

/** Replaces the browser's notifications by a fake: without a desktop nothing asks for or shows them. */
export async function watchNotifications(
  page: Page,
  permission: NotificationPermission,
  answer: NotificationPermission = permission,
): Promise<void> {
  await page.addInitScript(
    ([before, after]) => {
      const watched: Watched = { shown: [], asked: 0, last: null }
      const answered = () => sessionStorage.getItem('answered') === 'true'
      class Notified extends EventTarget {
        static get permission(): string {
          return answered() ? after : before
        }
        static requestPermission(): Promise<string> {
          watched.asked += 1
          sessionStorage.setItem('answered', 'true')
          return Promise.resolve(after)
        }
        constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
          super()
          watched.shown.push({ title, body, tag })
          watched.last = this
        }
        close(): void {}
      }
      Object.assign(globalThis, { Notification: Notified, watched })
    },
    [permission, answer] as const,
  )
}

export const shownOn = (page: Page) => page.evaluate(() => (globalThis as Watching).watched.shown)
