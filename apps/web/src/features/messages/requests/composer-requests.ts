/**
 * Texts that other parts of the app put into the composer, which may not be on screen yet, or be another space's, after
 * a reload. A text for a space is stored with the tab until that space's composer takes it.
 */
import { readJson } from '../../../storage/safe-storage.ts'
import { tabStorage } from '../../../storage/tab-storage.ts'

const STORAGE_KEY = 'composerRequest'

let mention: string | null = null
const listeners = new Set<() => void>()

/** Puts "@handle " into the composer and focuses it; at once, or when a composer is shown. */
export function mentionInComposer(handle: string): void {
  mention = `@${handle} `
  notify()
}

/** Puts a text into the composer of this space and focuses it; at once, or when it is shown in this tab. */
export function writeInComposer(text: string, spaceId: string): void {
  tabStorage.set(STORAGE_KEY, JSON.stringify({ text, spaceId }))
  notify()
}

/** The text for the composer of this space, if any; each is returned once. */
export function takeRequest(spaceId: string): string | null {
  const text = mention ?? storedFor(spaceId)
  if (mention === null && text !== null) tabStorage.remove(STORAGE_KEY)
  mention = null
  return text
}

/** @returns a function that unsubscribes */
export function onComposerRequest(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function storedFor(spaceId: string): string | null {
  const stored = readJson(tabStorage, STORAGE_KEY) as { text?: unknown; spaceId?: unknown } | null
  return stored?.spaceId === spaceId && typeof stored.text === 'string' ? stored.text : null
}

function notify(): void {
  for (const listener of listeners) listener()
}
