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
export function MessageSentiment({ message, className }: { message: Message; className: string }) {
  if (message.deleted_at !== null) return null
  return (
    <span className={className}>
      <Suspense fallback={null}>
        <Glyph text={message.content} />
      </Suspense>
    </span>
  )
}
