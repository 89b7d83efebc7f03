import { createSafeStorage } from './safe-storage.ts'

/** sessionStorage: lasts as long as the tab, across page loads. */
export const tabStorage = createSafeStorage(() => globalThis.sessionStorage ?? null)
