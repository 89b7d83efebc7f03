import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { FailurePanel } from './failure-panel.tsx'
import { RetryButton } from './retry-button.tsx'

interface Props {
  /** The error, as a sentence. */
  text: string
  onRetry: () => void
  /** On one line, in a small part of a page: without the panel. */
  isLine?: boolean
  className?: string
  /** Further actions next to the button. */
  children?: ReactNode
}

/** Shown instead of content that failed to load, with a retry button. */
export function LoadFailure({ text, onRetry, isLine = false, className, children }: Props) {
  if (!isLine) {
    return (
      <FailurePanel title={text} onRetry={onRetry} {...(className !== undefined && { className })}>
        {children}
      </FailurePanel>
    )
  }
  return (
    <div role="alert" className={cx('flex flex-wrap items-center gap-3', className)}>
      <p className="text-sm text-rose">{text}</p>
      <RetryButton size="sm" onRetry={onRetry} />
      {children}
    </div>
  )
}
