/**
 * A sign-in at the provider that this browser began: a mark for one page load of this tab. A token that comes in the
 * address is taken without a question only by the browser that asked for one.
 */
import { asRecord } from '../../api/api-error.ts'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'

const KEY = 'signInBegun'
const VALID_MS = 10 * 60 * 1000

export interface PendingSignIn {
  /** Where it leads; null is the personal space. */
  next: string | null
}

/** Marks that the provider's link is followed now. */
export function startProviderSignIn(storage: SafeStorage, next: string | null, now: number): void {
  storage.set(KEY, JSON.stringify({ at: now, next }))
}

/** The sign-in that this tab began within the last 10 minutes, once: the mark is gone afterwards. */
export function takePendingSignIn(storage: SafeStorage, now: number): PendingSignIn | null {
  const mark = asRecord(readJson(storage, KEY))
  storage.remove(KEY)
  const at = mark?.['at']
  if (typeof at !== 'number' || at > now || now - at > VALID_MS) return null
  const next = mark?.['next']
  return { next: typeof next === 'string' ? next : null }
}
