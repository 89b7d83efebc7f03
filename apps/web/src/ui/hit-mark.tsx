import type { ReactNode } from 'react'

/** A highlighted search match. */
export function HitMark({ children }: { children: ReactNode }) {
  return (
    <mark className="rounded-[3px] bg-straw-soft box-decoration-clone font-semibold text-ink">
      {children}
    </mark>
  )
}
