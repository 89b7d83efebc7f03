import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** One grey block in the place of what is being fetched. Give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('placeholder-block block rounded-chip', className)} />
}

/** Blocks together: says `label` once and breathes as one. Show it only when `useSkeleton` says so. */
export function SkeletonGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="animate-breathe [--breathe-low:0.6]">{children}</div>
    </div>
  )
}
