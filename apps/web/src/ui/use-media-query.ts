import { useCallback, useSyncExternalStore } from 'react'

/** Under this width the app is a phone's: drawer, sheets, one column. */
export const MOBILE = '(width < 768px)'
/** From this width the sidebar is whole and side panels fit. */
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
