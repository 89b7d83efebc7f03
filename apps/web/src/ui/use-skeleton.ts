import { startTransition, useEffect, useRef, useState } from 'react'

const SHOW_AFTER_MS = 150
const KEEP_MS = 300

/**
 * Whether to show a skeleton: only if loading takes longer than 150 ms, and then for at least 300 ms, to avoid flicker.
 * While it is true, show the skeleton even if the data has loaded.
 */
export function useSkeleton(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false)
  const shownAt = useRef(0)

  useEffect(() => {
    if (isLoading === isShown) return
    const waitMs = isLoading ? SHOW_AFTER_MS : Math.max(0, shownAt.current + KEEP_MS - performance.now())
    const timer = setTimeout(() => {
      if (isLoading) shownAt.current = performance.now()
      // what takes its place may be large
      if (isLoading) setShown(true)
      else startTransition(() => setShown(false))
    }, waitMs)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])

  return isShown
}
