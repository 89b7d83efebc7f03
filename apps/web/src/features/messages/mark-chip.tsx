import type { ReactNode } from 'react'
import type { Mark } from './marks.ts'

/** A mention or a topic inside a text. */
export function MarkChip({ kind, children }: { kind: Mark['kind']; children: ReactNode }) {
  if (kind === 'topic') return <span className="font-medium text-egg">{children}</span>
  return (
    <span className="rounded-[5px] bg-spruce-soft box-decoration-clone px-1 py-0.5 font-medium text-spruce">
      {children}
    </span>
  )
}
