import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props extends ComponentProps<'button'> {
  icon?: ReactNode
  isOn: boolean
}

/** A filter button: subtle, and green while its filter is on. */
export function Chip({ icon, isOn, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      className={cx(
        'relative inline-flex h-8 shrink-0 items-center gap-1.5 rounded-control border px-2.5 text-sm font-medium',
        'whitespace-nowrap transition-colors select-none touch:h-10',
        isOn
          ? 'border-spruce bg-spruce-soft text-spruce'
          : 'border-line text-ink-2 hover:bg-sunken hover:text-ink dark:border-line-strong/60 dark:hover:bg-line',
        className,
      )}
      {...rest}
    >
      {icon}
      {children}
    </button>
  )
}

/** How many are selected. */
export function ChipCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="tabular inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-spruce px-1.5 text-2xs font-semibold text-on-spruce">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
