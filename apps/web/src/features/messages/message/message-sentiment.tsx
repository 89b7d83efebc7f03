import type { Message } from '@flockwork/contract/messages'
import { lazy, Suspense } from 'react'

// Without the chunk, as offline, messages have no glyph.
const Glyph = lazy(() =>
  import('./sentiment-glyph.tsx').then(
    ({ SentimentGlyph }) => ({ default: SentimentGlyph }),
    () => ({ default: () => null }),
  ),
)

/** How a message sounds, where its time stands. */
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
