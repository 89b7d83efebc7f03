/** What a text does, by how it is worded: decides something, or asks (docs/rules/catch-up.md#decisions). Pure. */
import { proseRanges } from '@flockwork/contract/text/prose'

const SENTENCE_END = /(?<=[.!?？؟。！])\s|[\n\r？。！]/u

/** Words that decide, wherever they stand in a sentence. */
const DECIDES =
  /\b(?:decided|we agreed|agreed|it's settled|settled on|let'?s go with|we'?re going with|we are going with|going with|we'll go with|final decision|consensus is|signed off|approved)\b|^\W{0,4}(?:decision|resolved|agreed|final)\s*:|✅/iu
/** What is likely a plan of the whole team. */
const WE_WILL = /\bwe (?:will|won't|will not)\b(?! (?:see|find out|know|probably|likely|maybe)\b)/iu
/** With one of these before it, nothing is decided yet, or it is about who does. */
const UNDECIDED =
  /\b(?:not|never|no one|nobody|n't|if|whether|unless|until|before|once|when|should|could|who|what|why|how|yet to|isn't|hasn't|haven't|wasn't|weren't|can't|cannot)\b/iu

const ASKS = /[?？؟](?=$|["'”’)\]*_~\s]|\p{Extended_Pictographic})/u
/** Nothing but the sign. */
const HAS_WORD = /[\p{L}\p{N}]/u

/** The parts of a text that its author says, without code, addresses and quotes. */
function proseOf(text: string): string {
  return proseRanges(text)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
}

function sentencesOf(text: string): string[] {
  return proseOf(text).split(SENTENCE_END)
}

/** How surely a sentence of the text says that something was decided; `undefined` when none does. */
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

/** Whether the text asks something: outside of code, addresses and quotes. */
export function asks(text: string): boolean {
  const prose = proseOf(text)
  return ASKS.test(prose) && HAS_WORD.test(prose)
}
