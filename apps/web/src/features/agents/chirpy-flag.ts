import type { AppServices } from '../../api/services.ts'

/** A window event for when Chirpy is switched off or on in this browser; `detail.isDisabled` says which. */
export const CHIRPY_EVENT = 'flockwork:chirpy-disabled'

/** Stores in this browser whether Chirpy is switched off, and notifies the page. */
export function setChirpyDisabled({ keys, storage }: AppServices, userId: string, isDisabled: boolean): void {
  storage.set(keys.in('chirpy_disabled', userId), String(isDisabled))
  dispatchEvent(new CustomEvent(CHIRPY_EVENT, { detail: { isDisabled } }))
}
