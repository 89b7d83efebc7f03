/** Messages between the tabs of one browser. */

type TabMessageBody =
  | { type: 'refresh_start' }
  /** `token` is null when the refresh failed. */
  | { type: 'refresh_end'; token: string | null }
  /** A token that didn't come from a refresh: the current space changed. */
  | { type: 'token'; token: string }
  /** `session` is the ended one; null when the tab had no token of it. */
  | { type: 'logout'; session: string | null }

export type TabMessage = TabMessageBody & { from: string }

export interface TabChannel {
  /** This tab's name, also the `X-Client-Instance` of its refreshes. */
  readonly instance: string
  send(message: TabMessageBody): void
  /** Called with the other tabs' messages, never with our own. */
  subscribe(listener: (message: TabMessage) => void): () => void
}

/** The part of BroadcastChannel that we use. */
export interface TabPort {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Connects tabs by `port`; null for a tab without others. */
export function createTabChannel(port: TabPort | null, instance: string): TabChannel {
  const listeners = new Set<(message: TabMessage) => void>()
  if (port) {
    port.onmessage = ({ data }) => {
      if (isTabMessage(data) && data.from !== instance) for (const listener of listeners) listener(data)
    }
  }
  return {
    instance,
    send: (message) => port?.postMessage({ ...message, from: instance }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const MESSAGE_KEY = 'ax_session_news'

/**
 * A port for browsers without BroadcastChannel, over the `storage` events of other tabs.
 */
export function createStoragePort(
  storage: () => Pick<Storage, 'setItem' | 'removeItem'> | null,
  events: Pick<EventTarget, 'addEventListener'>,
): TabPort {
  const port: TabPort = {
    onmessage: null,
    postMessage(message) {
      try {
        storage()?.setItem(MESSAGE_KEY, JSON.stringify(message))
        storage()?.removeItem(MESSAGE_KEY)
      } catch {
        // blocked or full: this tab is on its own, which the server's grace period for refreshes covers
      }
    },
  }
  events.addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent
    if (key !== MESSAGE_KEY || newValue === null) return
    try {
      port.onmessage?.(new MessageEvent('message', { data: JSON.parse(newValue) as unknown }))
    } catch {
      // not our message
    }
  })
  return port
}

function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null) return false
  const { type, from, token, session }: Partial<Record<'type' | 'from' | 'token' | 'session', unknown>> = data
  if (typeof from !== 'string') return false
  const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'
  return (
    type === 'refresh_start' ||
    (type === 'refresh_end' && isTextOrNull(token)) ||
    (type === 'token' && typeof token === 'string') ||
    (type === 'logout' && isTextOrNull(session))
  )
}
