import type { Message } from '@flockwork/contract/messages'
import { lazy, Suspense } from 'react'

// without the chunk, as offline, there is no glyph
const Glyph = lazy(() =>
  import('./sentiment-glyph.tsx').then(
    ({ SentimentGlyph }) => ({ default: SentimentGlyph }),
    () => ({ default: () => null }),
  ),
)

/** The sentiment of a message, next to its time. */
export function MessageSentiment({ message, isGrouped }: { message: Message; isGrouped: boolean }) {
  if (message.deleted_at !== null || message.is_task) return null
  return (
    <span
      // in a grouped row before the time, because the text follows that; else it reserves the width of the glyph
      style={isGrouped ? { insetInlineEnd: 34, top: 6 } : { width: 13 }}
      className={isGrouped ? 'absolute flex' : 'inline-flex self-center'}
    >
      <Suspense fallback={null}>
        <Glyph text={message.content} />
      </Suspense>
    </span>
  )
}
