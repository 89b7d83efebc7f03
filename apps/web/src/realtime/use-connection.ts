import { useSyncExternalStore } from 'react'
import { DISCONNECTED, type Connection } from './connection.ts'

let current = DISCONNECTED
const listeners = new Set<() => void>()

export function showConnection(connection: Connection): void {
  current = connection
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the realtime connection of this page stands: for "Reconnecting" after 5 s. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => current)
}
