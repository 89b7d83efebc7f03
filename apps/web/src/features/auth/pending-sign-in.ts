/**
 * A sign-in at the provider that this browser started: a mark for one page load of this tab. A token in the URL is
 * accepted without confirmation only by the browser that requested one.
 */
import { asRecord } from '../../api/api-error.ts'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'

const KEY = 'signInBegun'
const VALID_MS = 10 * 60 * 1000

export interface PendingSignIn {
  /** Where to go afterwards; null is the personal space. */
  next: string | null
}

/** Sets the mark, right before following the provider's link. */
export function startProviderSignIn(storage: SafeStorage, next: string | null, now: number): void {
  storage.set(KEY, JSON.stringify({ at: now, next }))
}

/** The sign-in that this tab started within the last 10 minutes; reading it removes the mark. */
export function takePendingSignIn(storage: SafeStorage, now: number): PendingSignIn | null {
  const mark = asRecord(readJson(storage, KEY))
  storage.remove(KEY)
  const at = mark?.['at']
  if (typeof at !== 'number' || at > now || now - at > VALID_MS) return null
  const next = mark?.['next']
  return { next: typeof next === 'string' ? next : null }
}
