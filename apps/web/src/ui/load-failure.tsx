import type { ReactNode } from 'react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

interface Props {
  /** What could not be loaded, as a sentence. */
  text: string
  onRetry: () => void
  /** In one line, in the place of a few rows. */
  isLine?: boolean
  className?: string
  /** Further ways out, beside the button. */
  children?: ReactNode
}

/** Stands in the place of what could not be loaded, with the way to ask for it again. */
export function LoadFailure({ text, onRetry, isLine = false, className, children }: Props) {
  return (
    <div
      role="alert"
      className={cx('flex gap-3', isLine ? 'flex-wrap items-center' : 'flex-col items-start', className)}
    >
      <p className={isLine ? 'text-sm text-rose' : 'text-base text-ink-2'}>{text}</p>
      <div className="flex gap-3">
        <Button size={isLine ? 'sm' : 'md'} onClick={onRetry}>
          {strings.ui.tryAgain}
        </Button>
        {children}
      </div>
    </div>
  )
}
