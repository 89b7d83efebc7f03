/** What the tabs of one browser tell each other. */

type News =
  | { type: 'refresh_start' }
  /** `token` is null when the refresh failed. */
  | { type: 'refresh_end'; token: string | null }
  /** A token that no refresh made: the current space was changed. */
  | { type: 'token'; token: string }
  /** `session` is the one that was ended; null when the tab held no token of it. */
  | { type: 'logout'; session: string | null }

export type TabNews = News & { from: string }

export interface TabChannel {
  /** This tab's name, also the `X-Client-Instance` of its refreshes. */
  readonly instance: string
  tell(news: News): void
  /** Called with what the other tabs tell, never with our own. */
  listen(listener: (news: TabNews) => void): () => void
}

/** What we use of the browser's BroadcastChannel. */
export interface Wire {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Tabs over `wire`; null (a browser without one) is a tab that is always alone. */
export function createTabChannel(wire: Wire | null, instance: string): TabChannel {
  const listeners = new Set<(news: TabNews) => void>()
  if (wire) {
    wire.onmessage = ({ data }) => {
      if (isNews(data) && data.from !== instance) for (const listener of listeners) listener(data)
    }
  }
  return {
    instance,
    tell: (news) => wire?.postMessage({ ...news, from: instance }),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NEWS_KEY = 'ax_session_news'

/**
 * The wire of a browser that has no BroadcastChannel: what is written to storage is told to the other tabs. Null where
 * storage is blocked too.
 */
export function createStorageWire(
  storage: () => Pick<Storage, 'setItem' | 'removeItem'> | null,
  hear: Pick<EventTarget, 'addEventListener'>,
): Wire {
  const wire: Wire = {
    onmessage: null,
    postMessage(message) {
      try {
        storage()?.setItem(NEWS_KEY, JSON.stringify(message))
        storage()?.removeItem(NEWS_KEY)
      } catch {
        // blocked or full: this tab is alone, and the server's grace covers what the tabs don't tell each other
      }
    },
  }
  hear.addEventListener('storage', (event) => {
    const { key, newValue } = event as StorageEvent
    if (key !== NEWS_KEY || newValue === null) return
    try {
      wire.onmessage?.(new MessageEvent('message', { data: JSON.parse(newValue) as unknown }))
    } catch {
      // somebody else wrote under this name
    }
  })
  return wire
}

function isNews(data: unknown): data is TabNews {
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
