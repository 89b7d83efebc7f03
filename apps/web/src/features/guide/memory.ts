/**
 * What this browser remembers of the welcome and of the guide (platform, sections 3 and 4; decisions 1.7): the
 * welcome of the device, the rest of each user.
 */
import type { Keys } from '../../storage/keys.ts'
import type { SafeStorage } from '../../storage/safe-storage.ts'

export interface GuideMemory {
  /** On unless the flag of this browser says `false` (decisions 13.4), and only until it was dismissed here. */
  isWelcomeDue(): boolean
  dismissWelcome(): void
  isBannerDismissed(userId: string): boolean
  dismissBanner(userId: string): void
  reopenBanner(userId: string): void
  /** What the server last said of Chirpy; not disabled where it said nothing yet. */
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

  // the version is part of the name: who dismissed an older banner sees this one
  const bannerOf = (userId: string) => keys.in('chirpy_banner_v2', userId)
  const disabledOf = (userId: string) => keys.in('chirpy_disabled', userId)

  return {
    isWelcomeDue: () =>
      storage.get(keys.of('welcome_enabled')) !== 'false' &&
      storage.get(keys.of('onboarding_seen_v1')) === null,
    dismissWelcome: () => keep(keys.of('onboarding_seen_v1'), 'true'),
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
