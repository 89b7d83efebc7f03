/** The code for which this tab's user signs in, also through the provider's pages: joined without confirmation. */
import { readJson } from '../../storage/safe-storage.ts'
import { tabStorage } from '../../storage/tab-storage.ts'

const KEY = 'joinsAfterSignIn'
const VALID_MS = 30 * 60 * 1000

export function rememberToJoin(code: string, now: number): void {
  tabStorage.set(KEY, JSON.stringify({ code, at: now }))
}

/** Whether this tab's user started to sign in for this code within the last half hour; reading it removes the mark. */
export function joinsAfterSignIn(code: string, now: number): boolean {
  const mark = readJson(tabStorage, KEY)
  tabStorage.remove(KEY)
  if (typeof mark !== 'object' || mark === null || !('code' in mark) || !('at' in mark)) return false
  return mark.code === code && typeof mark.at === 'number' && mark.at <= now && now - mark.at <= VALID_MS
}
