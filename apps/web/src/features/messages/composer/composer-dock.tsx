import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

const TOAST_LIFT = '--toast-lift'

/** The bottom of the page with the composer. Toasts appear above it. */
export function ComposerDock({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const page = document.documentElement.style
    const observer = new ResizeObserver(() => page.setProperty(TOAST_LIFT, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      page.removeProperty(TOAST_LIFT)
    }
  }, [])

  return (
    <div ref={box} className="px-3 pb-safe [--pb-safe:12px] md:px-6 md:[--pb-safe:20px]">
      {children}
    </div>
  )
}
