import { cx } from './cx.ts'
import { RetryButton } from './retry-button.tsx'

interface Props {
  text: string
  onRetry: () => void
  className?: string
}

/** Shown above content that is loaded, but whose last refetch failed. */
export function OutOfDate({ text, onRetry, className }: Props) {
  return (
    <div
      role="status"
      className={cx('flex flex-wrap items-center gap-3 rounded-panel bg-straw-soft px-4 py-2', className)}
    >
      <p className="min-w-0 flex-1 text-sm text-straw">{text}</p>
      <RetryButton size="sm" onRetry={onRetry} />
    </div>
  )
}
