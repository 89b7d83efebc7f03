import { sentimentOf, type Sentiment } from '@flockwork/contract/text/sentiment'
import { useMemo } from 'react'
import { sentimentWords } from '../../../strings/sentiment.ts'

const MOUTHS: Record<Sentiment, string> = {
  positive: 'M4.25 7.75c.9 1.5 3.6 1.5 4.5 0',
  negative: 'M4.25 9.25c.9-1.5 3.6-1.5 4.5 0',
  neutral: 'M4.5 8.5h4',
}

/** The sentiment of a text, as a face: glad, calm or sad. Nothing for one that is only code. */
export function SentimentGlyph({ text }: { text: string }) {
  const sentiment = useMemo(() => sentimentOf(text), [text])
  if (sentiment === null) return null
  const word = sentimentWords[sentiment]
  return (
    <span role="img" aria-label={word} data-tip={word} className="-m-1.5 inline-flex p-1.5 text-ink-3">
      <svg width="13" height="13" viewBox="0 0 13 13" fill="none" stroke="currentColor" strokeLinecap="round">
        <circle cx="6.5" cy="6.5" r="5.75" strokeWidth="1.1" />
        <path d={`M4.6 5v.2M8.4 5v.2${MOUTHS[sentiment]}`} strokeWidth="1.2" />
      </svg>
    </span>
  )
}
