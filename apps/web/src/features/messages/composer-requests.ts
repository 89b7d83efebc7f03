/** What other parts of the page ask of the composer: it may not be on screen yet. */

let waiting: string | null = null
const listeners = new Set<() => void>()

/** Puts "@handle " into the composer and the focus with it; at once, or when the composer is shown. */
export function mentionInComposer(handle: string): void {
  waiting = handle
  for (const listener of listeners) listener()
}

/** The handle that was asked for, once. */
export function takeMention(): string | null {
  const handle = waiting
  waiting = null
  return handle
}

export function onMentionRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
