/**
 * What this browser stores about the welcome dialog and the guide (docs/rules/guide.md#welcome,
 * docs/rules/accounts.md#logging-out), per user.
 */
import type { Keys } from '../../storage/keys.ts'
import type { SafeStorage } from '../../storage/safe-storage.ts'

export interface GuideMemory {
  /** On unless this browser's flag is `false`, and only until the user dismisses it here. */
  isWelcomeDue(userId: string): boolean
  dismissWelcome(userId: string): void
  isBannerDismissed(userId: string): boolean
  dismissBanner(userId: string): void
  reopenBanner(userId: string): void
  /** The server's last state of Chirpy; enabled if there is none yet. */
  isChirpyDisabled(userId: string): boolean
  keepChirpyDisabled(userId: string, isDisabled: boolean): void
  subscribe(listener: () => void): () => void
}

export function createGuideMemory(storage: SafeStorage, keys: Keys): GuideMemory {
  const listeners = new Set<() => void>()

  function keep(key: string, value: string | null): void {
    if (storage.get(key) === value) return
    if (value === null) storage.remove(key)
    else storage.set(key, value)
    for (const listener of listeners) listener()
  }

  // the version is part of the key: users who dismissed an older banner see this one
  const bannerOf = (userId: string) => keys.in('chirpy_banner_v2', userId)
  const seenOf = (userId: string) => keys.in('onboarding_seen_v1', userId)
  const disabledOf = (userId: string) => keys.in('chirpy_disabled', userId)

  return {
    isWelcomeDue: (userId) =>
      storage.get(keys.of('welcome_enabled')) !== 'false' &&
      storage.get(seenOf(userId)) === null &&
      // older versions stored no user: then it is dismissed for everybody on this device
      storage.get(keys.of('onboarding_seen_v1')) === null,
    dismissWelcome: (userId) => keep(seenOf(userId), 'true'),
    isBannerDismissed: (userId) => storage.get(bannerOf(userId)) !== null,
    dismissBanner: (userId) => keep(bannerOf(userId), 'dismissed'),
    reopenBanner: (userId) => keep(bannerOf(userId), null),
    isChirpyDisabled: (userId) => storage.get(disabledOf(userId)) === 'true',
    keepChirpyDisabled: (userId, isDisabled) => keep(disabledOf(userId), String(isDisabled)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
