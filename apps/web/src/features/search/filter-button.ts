import { cx } from '../../ui/cx.ts'

/** The style of a filter's button; an active one is highlighted. */
export function filterButtonClass(isActive: boolean): string {
  return cx(
    'relative inline-flex h-8 shrink-0 items-center gap-1.5 rounded-control border px-3 text-sm font-medium whitespace-nowrap transition-colors touch:h-10 touch:hit-area',
    isActive
      ? 'border-spruce bg-spruce-soft text-spruce'
      : 'border-line-strong bg-raised text-ink-2 hover:bg-sunken hover:text-ink dark:hover:bg-line',
  )
}
