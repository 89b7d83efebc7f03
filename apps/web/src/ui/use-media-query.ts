import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the phone layout is used: drawer, sheets, one column. */
export const MOBILE = '(width < 768px)'
/** From this width on the sidebar is expanded and side panels fit. */
export const WIDE = '(width >= 1024px)'

/** Whether `query` matches; re-renders when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
