/** The page's view of a demo. The components come from the demo's chunk, which most page loads never fetch. */
import type { ComponentType } from 'react'
import type { DemoFeedViewProps } from '../messages/index.ts'

export interface ShownDemo {
  /** The space that it replaces on screen. */
  readonly spaceId: string
  /** Rendered above the feed: a label, and the button that ends it. */
  readonly Banner: ComponentType
  /** Replaces the feed. */
  readonly Side: ComponentType<DemoFeedViewProps>
}

/** The storage key of a browser session's demo. */
export const SESSION_KEY = 'ax_demo_v1'

const listeners = new Set<() => void>()
let shown: ShownDemo | null = null

export const shownDemo = {
  get: () => shown,
  set(next: ShownDemo | null): void {
    shown = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
