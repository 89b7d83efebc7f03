import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** One grey placeholder block. Give it the size of the real content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('placeholder-block block rounded-chip', className)} />
}

/**
 * A group of blocks: announces `label` once and pulses as one, after a moment: most loads are over by then, and each frame
 * of it would take time from them. Show it only once `useSkeleton` is true.
 */
export function SkeletonGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="animate-breathe [animation-delay:600ms] [animation-fill-mode:backwards] [--breathe-low:0.6]">
        {children}
      </div>
    </div>
  )
}
