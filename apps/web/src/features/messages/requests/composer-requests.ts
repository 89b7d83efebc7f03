/**
 * What other parts of the page ask of the composer: it may not be on screen yet, or stand in another space, behind a
 * load of the page. A request for a space is kept with the tab until that space's composer takes it.
 */
import { readJson } from '../../../storage/safe-storage.ts'
import { tabStorage } from '../../../storage/tab-storage.ts'

const KEPT_KEY = 'composerRequest'

let waiting: string | null = null
const listeners = new Set<() => void>()

/** Puts "@handle " into the composer and the focus with it; at once, or when the composer is shown. */
export function mentionInComposer(handle: string): void {
  waiting = `@${handle} `
  tell()
}

/** Puts a text into the composer of this space and the focus with it; at once, or when that is shown in this tab. */
export function writeInComposer(text: string, spaceId: string): void {
  tabStorage.set(KEPT_KEY, JSON.stringify({ text, spaceId }))
  tell()
}

/** What was asked for, of the composer of this space, once. */
export function takeRequest(spaceId: string): string | null {
  const text = waiting ?? keptFor(spaceId)
  if (waiting === null && text !== null) tabStorage.remove(KEPT_KEY)
  waiting = null
  return text
}

export function onComposerRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keptFor(spaceId: string): string | null {
  const kept = readJson(tabStorage, KEPT_KEY) as { text?: unknown; spaceId?: unknown } | null
  return kept?.spaceId === spaceId && typeof kept.text === 'string' ? kept.text : null
}

function tell(): void {
  for (const listener of listeners) listener()
}
