import { useSyncExternalStore } from 'react'
import { DISCONNECTED, type Connection } from './connection.ts'

export interface LiveView {
  readonly connection: Connection
  /** News comes late. */
  readonly isSlow: boolean
}

let current: LiveView = { connection: DISCONNECTED, isSlow: false }
const listeners = new Set<() => void>()

/** Changes what the page knows of its realtime connection. */
export function showLive(change: Partial<LiveView>): void {
  current = { ...current, ...change }
  for (const listener of listeners) listener()
}

/** The same for parts that show nothing. */
export function liveView(): LiveView {
  return current
}

export function onLiveChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the realtime connection of this page stands: for "Reconnecting" after 5 s, and "Slow connection". */
export function useConnection(): LiveView {
  return useSyncExternalStore(onLiveChange, liveView)
}
