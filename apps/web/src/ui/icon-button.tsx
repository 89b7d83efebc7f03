import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type IconButtonSize = 'sm' | 'md' | 'lg'

const SIZES: Record<IconButtonSize, string> = {
  sm: 'size-7 rounded-chip',
  md: 'size-9 rounded-control touch:size-10',
  lg: 'size-12 rounded-panel',
}

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name, also shown as a tooltip after 400 ms. */
  label: string
  icon: ReactNode
  /** The keyboard shortcut, shown in the tooltip. */
  keys?: string | undefined
  size?: IconButtonSize
}

/** A button with only an icon. The page's one `TooltipLayer` shows its tooltip. */
export function IconButton({ label, icon, keys, size = 'md', type = 'button', className, ...rest }: Props) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys}
      className={cx(
        'relative inline-flex shrink-0 items-center justify-center text-ink-2 transition-colors hover:bg-sunken',
        'hover:text-ink disabled:text-ink-3 disabled:hover:bg-transparent touch:hit-area dark:hover:bg-line',
        'aria-pressed:bg-spruce-soft aria-pressed:text-spruce',
        'aria-disabled:opacity-45 aria-disabled:hover:bg-transparent',
        SIZES[size],
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  )
}
