import { cx } from '../../../ui/cx.ts'
import type { Result } from './use-result.ts'

/** The result of the last action, shown for three seconds and announced politely to screen readers. */
export function ResultBanner({ result }: { result: Result | null }) {
  return (
    <div role="status" className={result === null ? 'sr-only' : ''}>
      {result !== null && (
        <p
          className={cx(
            'rounded-panel px-4 py-2 text-sm',
            result.isGood ? 'bg-moss-soft text-moss' : 'bg-rose-soft text-rose',
          )}
        >
          {result.text}
        </p>
      )}
    </div>
  )
}
