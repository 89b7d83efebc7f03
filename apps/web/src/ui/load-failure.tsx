import type { ReactNode } from 'react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

interface Props {
  /** The error, as a sentence. */
  text: string
  onRetry: () => void
  /** On one line, instead of a few rows. */
  isLine?: boolean
  className?: string
  /** Further actions next to the button. */
  children?: ReactNode
}

/** Shown instead of content that failed to load, with a retry button. */
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
