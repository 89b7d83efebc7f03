import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { RetryButton } from './retry-button.tsx'

interface Props {
  title: string
  text?: string
  /** Less prominent, where there is a fallback. */
  isMild?: boolean
  onRetry?: () => void
  className?: string
  /** Further actions next to the button. */
  children?: ReactNode
}

/** Says why something could not be shown, above the rest. */
export function FailurePanel({ title, text, isMild = false, onRetry, className, children }: Props) {
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel px-4 py-3',
        isMild ? 'bg-straw-soft' : 'bg-rose-soft',
        className,
      )}
    >
      <CircleAlert size={18} aria-hidden="true" className={isMild ? 'text-straw' : 'text-rose'} />
      <div className="min-w-56 flex-1">
        <p className="text-nav font-semibold">{title}</p>
        {text && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {onRetry && <RetryButton size="chip" onRetry={onRetry} />}
      {children}
    </div>
  )
}
