import type { Message } from '@flockwork/contract/messages'
import { lazy, Suspense } from 'react'

// without the chunk, as offline, there is no glyph
const Glyph = lazy(() =>
  import('./sentiment-glyph.tsx').then(
    ({ SentimentGlyph }) => ({ default: SentimentGlyph }),
    () => ({ default: () => null }),
  ),
)

/** The sentiment of a message, beside its time. */
export function MessageSentiment({ message, isGrouped }: { message: Message; isGrouped: boolean }) {
  if (message.deleted_at !== null || message.is_task) return null
  return (
    <span
      // before the time of a grouped row, after which its text begins; else as wide as what comes in the chunk
      style={isGrouped ? { insetInlineEnd: 34, top: 6 } : { width: 13 }}
      className={isGrouped ? 'absolute flex' : 'inline-flex self-center'}
    >
      <Suspense fallback={null}>
        <Glyph text={message.content} />
      </Suspense>
    </span>
  )
}
