import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

const LIFT = '--toast-lift'

/** The foot of the page, where the composer stands. Toasts appear above it. */
export function ComposerDock({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const page = document.documentElement.style
    const observer = new ResizeObserver(() => page.setProperty(LIFT, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      page.removeProperty(LIFT)
    }
  }, [])

  return (
    <div ref={box} className="px-3 pb-safe [--pb-safe:12px] md:px-6 md:[--pb-safe:20px]">
      {children}
    </div>
  )
}
