import { sentimentOf, type Sentiment } from '@flockwork/contract/text/sentiment'
import { useMemo } from 'react'
import { sentimentWords } from '../../../strings/sentiment.ts'

const LINES: Record<Sentiment, string> = {
  positive: 'M.75 4.25 3 2l2.25 2.25',
  negative: 'M.75 1.75 3 4l2.25-2.25',
  neutral: 'M.75 3h4.5',
}

/** The sentiment of a text: a tick upwards, a dash, or a tick downwards. Nothing for one that is only code. */
export function SentimentGlyph({ text }: { text: string }) {
  const sentiment = useMemo(() => sentimentOf(text), [text])
  if (sentiment === null) return null
  const word = sentimentWords[sentiment]
  return (
    <span role="img" aria-label={word} data-tip={word} className="-m-1.5 inline-flex p-1.5 text-ink-3">
      <svg width="6" height="6" viewBox="0 0 6 6" fill="none" stroke="currentColor" strokeWidth="1.5">
        <path d={LINES[sentiment]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  )
}
