/** Subscribers to stream events other than the client state, such as notifications. */
import type { LiveEvent } from './apply-event.ts'

type Listener = (events: readonly LiveEvent[]) => void

const listeners = new Set<Listener>()

export function subscribeToEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyEventListeners(events: readonly LiveEvent[]): void {
  for (const listener of listeners) listener(events)
}
