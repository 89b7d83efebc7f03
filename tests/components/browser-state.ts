/** What a browser does around the page: the network goes, the tab is hidden, notifications are shown. */
import { expect } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import type { FakeServer } from './fake-server.ts'

const undone: (() => void)[] = []

/** Undoes it all. setup.ts calls it after each test. */
export function restoreBrowser(): void {
  for (const undo of undone.splice(0).toReversed()) undo()
}

/** Puts `value` in the place of a property until the test ends. */
function override(object: object, name: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { configurable: true, writable: true, value })
  undone.push(() => {
    if (before) Object.defineProperty(object, name, before)
    else Reflect.deleteProperty(object, name)
  })
}

/** The network goes or comes back: calls fail, streams end, and the browser says so. */
export function setOnline(server: FakeServer, isOnline: boolean): void {
  server.isReachable = isOnline
  if (!isOnline) server.cutStreams()
  override(navigator, 'onLine', isOnline)
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  if (!isOnline) undone.push(() => dispatchEvent(new Event('online')))
}

/** The tab goes behind another one or comes back. */
export function setVisibility(state: DocumentVisibilityState): void {
  override(document, 'visibilityState', state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A page of an address without https. */
export function makeInsecure(): void {
  override(globalThis, 'isSecureContext', false)
}

interface Notices {
  readonly shown: readonly { title: string; body: string; tag: string }[]
  /** How often the person was asked for the permission. */
  readonly asked: number
  /** A click on the newest. */
  click(): void
}

/** Stands in for the browser's notifications; `answer` is what the person says when asked. */
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

/** Stands in for the number on the icon of an installed app. */
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

/** Presses keys, in the spelling of user-event (`{Enter}`), while the part has the focus. */
export async function press(target: Locator, keys: string): Promise<void> {
  await expect.element(target).toBeVisible()
  const element = target.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard(keys)
}
