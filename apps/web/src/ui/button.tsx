import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'ember' | 'ink' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'chip' | 'md' | 'lg'

const OFF = 'disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:hover:bg-sunken'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-spruce text-on-spruce hover:bg-spruce-hover ${OFF}`,
  ember: `border-transparent bg-ember text-on-spruce hover:bg-ember-hover ${OFF}`,
  ink: `border-transparent bg-ink text-paper hover:bg-ink-hover ${OFF}`,
  outline: `border-line-strong bg-raised text-ink hover:bg-sunken dark:hover:bg-line ${OFF}`,
  quiet:
    'border-transparent text-ink-2 hover:bg-sunken hover:text-ink dark:hover:bg-line disabled:text-ink-3 disabled:hover:bg-transparent',
  danger: `border-transparent bg-rose text-on-spruce hover:bg-rose-hover ${OFF}`,
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 rounded-chip px-2 text-sm',
  chip: 'h-8 gap-1.5 rounded-control px-3 text-sm touch:h-10',
  md: 'h-9 gap-2 rounded-control px-3.5 text-sm touch:h-10',
  lg: 'h-12 gap-2.5 rounded-panel px-5 text-base',
}

/** The classes of a button, also for links that look like one. At most one `primary` in a view. */
export function buttonClass(variant: ButtonVariant = 'outline', size: ButtonSize = 'md'): string {
  return cx(
    'relative inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap',
    'no-underline transition-colors select-none active:translate-y-px disabled:active:translate-y-0 touch:hit-area',
    VARIANTS[variant],
    SIZES[size],
    (variant === 'primary' || variant === 'ember' || variant === 'ink' || variant === 'danger') &&
      'font-semibold',
  )
}

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** The action is pending: the button shows that, keeps the focus and ignores further presses. */
  busy?: boolean
}

export function Button({
  variant = 'outline',
  size = 'md',
  icon,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: Props) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={cx(buttonClass(variant, size), className)}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
