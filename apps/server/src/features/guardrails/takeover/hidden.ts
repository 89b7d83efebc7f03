/** Hidden instructions: in comments, in invisible markup, in invisible characters. */
import type { Range } from '../found.ts'

const HIDING =
  /<!--|\[\/\/\]: ?#|\[comment\]: ?#|display: ?none|visibility: ?hidden|font-size: ?[01](?:px|pt|em)?\b|color ?[:=] ?["']?(?:white|transparent|#fff\b|#ffffff)|\bhidden>/gi
/** How much text after the start of hidden markup is checked. */
const HIDDEN_CHARS = 600

const ADDRESS =
  /\b(?:ai|llms?|agents?|assistants?|language models?|models?|bots?|claude|chatgpt|gpt-?\d?|copilot|gemini|codex|cursor|chirpy)\b/gi
const ORDER =
  /\b(?:you (?:must|should|will|are|have to|need to)|ignore|disregard|must|reply|respond with|answer with|send|post|forward|delete|approve|merge|run|execute|call|invoke|exfiltrate|do not (?:tell|mention|reveal|show)|don['’]?t (?:tell|mention|reveal|show)|secretly|silently|instead of|pretend)\b/gi

export function hiddenInstructions(text: string): Range[] {
  const starts = Array.from(text.matchAll(HIDING), ({ index }) => index)
  if (starts.length === 0) return []
  const hasAddress = within(text, ADDRESS)
  const hasOrder = within(text, ORDER)
  let closing = text.indexOf('-->')
  return starts.flatMap((start) => {
    if (closing !== -1 && closing < start) closing = text.indexOf('-->', start)
    const isClosed = closing !== -1 && text.startsWith('<!--', start)
    const end = Math.min(isClosed ? closing + 3 : text.length, start + HIDDEN_CHARS)
    // both are called for every start, so that both advance
    const [isAddressed, isOrdered] = [hasAddress(start, end), hasOrder(start, end)]
    return isAddressed && isOrdered ? [{ start, end }] : []
  })
}

/** Whether the pattern matches within a range of the text; ranges must be passed in order. */
function within(text: string, pattern: RegExp): (start: number, end: number) => boolean {
  const found = Array.from(text.matchAll(pattern), ({ index }) => index)
  let next = 0
  return (start, end) => {
    while ((found[next] ?? Infinity) < start) next += 1
    return (found[next] ?? Infinity) < end
  }
}

/** Unicode tag letters, of which only flags have a few. */
const TAGS = /(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007e}]{4,}/u
/** More zero-width characters in a row than any script or emoji uses: encoded data. */
const ROW = /[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{8}|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4}/u
const ASCII = /^[\t\n\r -~]*$/

/** The range of text encoded in invisible characters; null if there is none. */
export function unseenText(text: string): Range | null {
  if (ASCII.test(text)) return null
  const match = TAGS.exec(text) ?? ROW.exec(text)
  return match === null ? null : { start: match.index, end: match.index + match[0].length }
}
