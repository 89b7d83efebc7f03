/** How long a toast that was dismissed stays in the state (docs/rules/interface.md#toasts). */
export const REMOVAL_DELAY_MS = 1_000_000
const SHOWN_MS = 5_000
const ERROR_SHOWN_MS = 8_000

export interface ToastInput {
  title: string
  description?: string | undefined
  /** `bad` is an error: announced assertively, and shown longer. */
  tone?: 'plain' | 'good' | 'bad' | undefined
  /** A toast with an action stays until it is closed. */
  action?: { label: string; onSelect: () => void } | undefined
}

export interface Toast extends ToastInput {
  id: number
  state: 'open' | 'dismissed'
}

/** How long `toast` is shown, in ms; null if it isn't closed automatically. */
export function shownFor(toast: ToastInput): number | null {
  if (toast.action) return null
  return toast.tone === 'bad' ? ERROR_SHOWN_MS : SHOWN_MS
}

export interface ToastStore {
  toast: (input: ToastInput) => void
  dismiss: (id: number) => void
  current: () => Toast | null
  subscribe: (listener: () => void) => () => void
}

/**
 * Holds at most one toast: a newer one replaces it. Open, then dismissed, then removed after 1,000,000 ms
 * (docs/rules/interface.md#toasts).
 */
export function createToastStore(): ToastStore {
  let current: Toast | null = null
  let lastId = 0
  let removal: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function become(next: Toast | null) {
    current = next
    for (const listener of listeners) listener()
  }

  return {
    toast(input) {
      clearTimeout(removal)
      lastId += 1
      become({ ...input, id: lastId, state: 'open' })
    },
    dismiss(id) {
      if (current?.id !== id || current.state === 'dismissed') return
      become({ ...current, state: 'dismissed' })
      removal = setTimeout(() => become(null), REMOVAL_DELAY_MS)
    },
    current: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The page's toasts. Components use `useToast`; code outside React, such as a global handler, calls `toasts.toast`. */
export const toasts = createToastStore()

/** `toast({title, description, tone, action})`; the same function at every call. */
export function useToast(): ToastStore['toast'] {
  return toasts.toast
}
