import type { ReactNode } from 'react'

/** What a search found in a text. */
export function HitMark({ children }: { children: ReactNode }) {
  return (
    <mark className="rounded-[3px] bg-straw-soft box-decoration-clone font-semibold text-ink">
      {children}
    </mark>
  )
}
