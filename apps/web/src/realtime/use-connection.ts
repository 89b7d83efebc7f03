import { useSyncExternalStore } from 'react'
import { DISCONNECTED, type Connection } from './connection.ts'

export interface LiveView {
  readonly connection: Connection
  /** Events arrive late. */
  readonly isSlow: boolean
}

let current: LiveView = { connection: DISCONNECTED, isSlow: false }
const listeners = new Set<() => void>()

/** Updates the page's view of its realtime connection. */
export function setLive(change: Partial<LiveView>): void {
  current = { ...current, ...change }
  for (const listener of listeners) listener()
}

/** The current view, for code outside React. */
export function liveView(): LiveView {
  return current
}

export function subscribeToLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The state of the page's realtime connection: for "Reconnecting" after 5 s, and "Slow connection". */
export function useConnection(): LiveView {
  return useSyncExternalStore(subscribeToLive, liveView)
}
