import { cx } from '../../../ui/cx.ts'
import type { Result } from './use-result.ts'

/** What became of the last act, for three seconds; said politely to who doesn't see it. */
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
