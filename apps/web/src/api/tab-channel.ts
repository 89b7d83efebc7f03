/** What the tabs of one browser tell each other (platform, section 3). */

export type TabNews =
  | { type: 'refresh_start'; from: string }
  /** `token` is null when the refresh failed. */
  | { type: 'refresh_end'; from: string; token: string | null }
  | { type: 'logout'; from: string }

export interface TabChannel {
  /** This tab's name, also the `X-Client-Instance` of its refreshes. */
  readonly instance: string
  tell(
    news: { type: 'refresh_start' } | { type: 'refresh_end'; token: string | null } | { type: 'logout' },
  ): void
  /** Called with what the other tabs tell, never with our own. */
  listen(listener: (news: TabNews) => void): () => void
}

/** What we use of the browser's BroadcastChannel. */
export interface Wire {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Tabs over `wire`; null (a browser without it) is a tab that is always alone. */
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

function isNews(data: unknown): data is TabNews {
  return typeof data === 'object' && data !== null && 'type' in data && 'from' in data
}
