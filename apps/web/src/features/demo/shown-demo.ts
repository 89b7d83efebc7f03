/** What of a demo the page knows: the parts that show it come with the demo itself, which most pages never load. */
import type { ComponentType } from 'react'
import type { DemoFeedViewProps } from '../messages/index.ts'

export interface ShownDemo {
  /** The space in whose place it is shown. */
  readonly spaceId: string
  /** Above the feed: that it is a demo, and the way out. */
  readonly Banner: ComponentType
  /** In place of the feed. */
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
