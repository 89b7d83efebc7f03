/** Classifies a text by its wording as a decision or a question (docs/rules/catch-up.md#decisions). Pure. */
import { proseRanges } from '@flockwork/contract/text/prose'

const SENTENCE_END = /(?<=[.!?？؟。！])\s|[\n\r？。！]/u

/** Words that mark a decision anywhere in a sentence. */
const DECIDES =
  /\b(?:decided|we agreed|agreed|it's settled|settled on|let'?s go with|we'?re going with|we are going with|going with|we'll go with|final decision|consensus is|signed off|approved)\b|^\W{0,4}(?:decision|resolved|agreed|final)\s*:|✅/iu
/** Phrases that are likely a plan of the whole team. */
const WE_WILL = /\bwe (?:will|won't|will not)\b(?! (?:see|find out|know|probably|likely|maybe)\b)/iu
/** Preceded by one of these, nothing is decided yet, or it is about who decides. */
const UNDECIDED =
  /\b(?:not|never|no one|nobody|n't|if|whether|unless|until|before|once|when|should|could|who|what|why|how|yet to|isn't|hasn't|haven't|wasn't|weren't|can't|cannot)\b/iu

const ASKS = /[?？؟](?=$|["'”’)\]*_~\s]|\p{Extended_Pictographic})/u
/** Has more than punctuation. */
const HAS_WORD = /[\p{L}\p{N}]/u

/** The author's own prose, without code, URLs and quotes. */
function proseOf(text: string): string {
  return proseRanges(text)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
}

function sentencesOf(text: string): string[] {
  return proseOf(text).split(SENTENCE_END)
}

/** How certain a decision in the text is; `undefined` if there is none. */
export function decisionIn(text: string): 'made' | 'planned' | undefined {
  const telling = sentencesOf(text.replaceAll('’', "'")).filter((sentence) => !ASKS.test(sentence))
  const says = (words: RegExp) =>
    telling.some((sentence) => {
      const found = words.exec(sentence)
      return found !== null && !UNDECIDED.test(sentence.slice(0, found.index))
    })
  if (says(DECIDES)) return 'made'
  return says(WE_WILL) ? 'planned' : undefined
}

/** Whether the text has a question outside of code, URLs and quotes. */
export function asks(text: string): boolean {
  const prose = proseOf(text)
  return ASKS.test(prose) && HAS_WORD.test(prose)
}
