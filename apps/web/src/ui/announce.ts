export interface Announcement {
  id: number
  text: string
}

const NOTHING: Announcement = { id: 0, text: '' }

type Urgency = 'polite' | 'assertive'

let last: Record<Urgency, Announcement> = { polite: NOTHING, assertive: NOTHING }
const listeners = new Set<() => void>()

/** Announces `text` to assistive technology: politely, or assertively for an error. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  last = { ...last, [urgency]: { id: last[urgency].id + 1, text } }
  for (const listener of listeners) listener()
}

export function lastAnnouncements(): Record<Urgency, Announcement> {
  return last
}

export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
