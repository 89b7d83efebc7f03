/** The state of the browser around the page: network, visibility of the tab, notifications. */
import { expect } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import type { FakeServer } from './fake-server.ts'

const undos: (() => void)[] = []

/** Restores all of it. setup.ts calls it after each test. */
export function restoreBrowser(): void {
  for (const undo of undos.splice(0).toReversed()) undo()
}

/** Overrides a property until the test ends. */
function override(object: object, name: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { configurable: true, writable: true, value })
  undos.push(() => {
    if (before) Object.defineProperty(object, name, before)
    else Reflect.deleteProperty(object, name)
  })
}

/** Goes offline or online: calls fail, streams end, and the browser dispatches its event. */
export function setOnline(server: FakeServer, isOnline: boolean): void {
  server.isReachable = isOnline
  if (!isOnline) server.cutStreams()
  override(navigator, 'onLine', isOnline)
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  if (!isOnline) undos.push(() => dispatchEvent(new Event('online')))
}

/** Hides the tab or shows it again. */
export function setVisibility(state: DocumentVisibilityState): void {
  override(document, 'visibilityState', state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Makes the page an insecure context (no HTTPS). */
export function makeInsecure(): void {
  override(globalThis, 'isSecureContext', false)
}

interface Notices {
  readonly shown: readonly { title: string; body: string; tag: string }[]
  /** How often the page asked for permission. */
  readonly asked: number
  /** Clicks the newest notification. */
  click(): void
}

/** Mocks the browser's notifications; `answer` is the user's decision when asked for permission. */
export function watchNotifications(
  permission: NotificationPermission,
  answer: NotificationPermission = permission,
): Notices {
  const shown: { title: string; body: string; tag: string }[] = []
  let asked = 0
  const made: EventTarget[] = []
  class Notified extends EventTarget {
    static get permission(): string {
      return asked > 0 ? answer : permission
    }
    static requestPermission(): Promise<string> {
      asked += 1
      return Promise.resolve(answer)
    }
    constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
      super()
      shown.push({ title, body, tag })
      made.push(this)
    }
    close(): void {}
  }
  override(globalThis, 'Notification', Notified)
  return {
    shown,
    get asked() {
      return asked
    },
    click: () => void made.at(-1)?.dispatchEvent(new Event('click')),
  }
}

/** Mocks the badge on the icon of an installed app. */
export function watchAppBadge(): { shown(): number | null } {
  let shown: number | null = null
  const set = (count: number | null) => {
    shown = count
    return Promise.resolve()
  }
  override(navigator, 'setAppBadge', (count = 0) => set(count))
  override(navigator, 'clearAppBadge', () => set(null))
  return { shown: () => shown }
}

/** A browser that can't show notifications. */
export function withoutNotifications(): void {
  override(globalThis, 'Notification', undefined)
  Reflect.deleteProperty(globalThis, 'Notification')
}

/** Presses keys, in the syntax of user-event (`{Enter}`), with the focus on `target`. */
export async function press(target: Locator, keys: string): Promise<void> {
  await expect.element(target).toBeVisible()
  const element = target.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard(keys)
}
