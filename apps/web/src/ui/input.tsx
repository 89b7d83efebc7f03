import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

// 16 px on phones: below that, iOS zooms the page into the field.
const LOOK =
  'w-full border border-line-strong bg-paper text-[1rem] text-ink transition-colors hover:border-ink-3 md:text-base ' +
  'aria-invalid:border-rose disabled:border-line disabled:bg-sunken disabled:text-ink-3'

const SIZES = {
  md: 'h-9 rounded-control px-3 touch:h-10',
  lg: 'h-12 rounded-panel px-3.5',
}

export type InputSize = keyof typeof SIZES

interface Props extends Omit<ComponentProps<'input'>, 'size'> {
  size?: InputSize
  /** An icon inside, before the text. */
  icon?: ReactNode
  /** A button inside, after the text. */
  end?: ReactNode
}

export function Input({ size = 'md', icon, end, className, ...rest }: Props) {
  const box = (
    <input
      className={cx(LOOK, SIZES[size], Boolean(icon) && 'pl-9', Boolean(end) && 'pr-11', className)}
      {...rest}
    />
  )
  if (!icon && !end) return box
  return (
    <div className="relative">
      {icon && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-3">
          {icon}
        </span>
      )}
      {box}
      {end && <span className="absolute inset-y-0 right-1.5 flex items-center">{end}</span>}
    </div>
  )
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cx(LOOK, 'min-h-20 resize-y rounded-control px-3 py-2', className)} {...rest} />
}
