import { createSafeStorage } from './safe-storage.ts'

/** Kept as long as this tab is open, over its page loads. */
export const tabStorage = createSafeStorage(() => globalThis.sessionStorage ?? null)
