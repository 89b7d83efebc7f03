/** Who else wants to hear the events of the stream, beside the data that they change. */
import type { LiveEvent } from './apply-event.ts'

type Listener = (events: readonly LiveEvent[]) => void

const listeners = new Set<Listener>()

export function onLiveEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellLiveEvents(events: readonly LiveEvent[]): void {
  for (const listener of listeners) listener(events)
}
