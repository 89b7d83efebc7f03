/**
 * Mentions and topics in a text that is shown: found by the contract's grammar, so that exactly what the server counted
 * becomes a chip (docs/rules/messages.md#mentions).
 */
import { markdownBlocks } from '@flockwork/contract/text/markdown-blocks'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { parseTopics } from '@flockwork/contract/text/topics'

export interface Mark {
  kind: 'mention' | 'topic'
  /** In UTF-16 units, the `@` or `#` included. */
  start: number
  end: number
}

/** The marks of a text in order: mentions of `handles` alone, and all topics. */
export function marksOf(text: string, handles: ReadonlySet<string>): Mark[] {
  const mentions = parseMentions(text).filter(({ handle }) => handles.has(handle))
  return [
    ...mentions.map(({ start, end }): Mark => ({ kind: 'mention', start, end })),
    ...parseTopics(text).map(({ start, end }): Mark => ({ kind: 'topic', start, end })),
  ].toSorted((one, other) => one.start - other.start)
}

export interface Piece {
  kind: 'text' | Mark['kind']
  text: string
  /** Where it begins, in UTF-16 units. */
  start: number
}

/** The text cut at its marks; joined again it is the text. */
export function pieces(text: string, marks: readonly Mark[]): Piece[] {
  const cut: Piece[] = []
  let from = 0
  for (const { kind, start, end } of marks) {
    if (start > from) cut.push({ kind: 'text', text: text.slice(from, start), start: from })
    cut.push({ kind, text: text.slice(start, end), start })
    from = end
  }
  if (from < text.length) cut.push({ kind: 'text', text: text.slice(from), start: from })
  return cut
}

/** Rare punctuation, in pairs: Markdown treats it as it treats `@` and `#` inside a line. */
const STAND_INS = ['⸚⸛', '⹐⹑', '⹉⹊', '⸖⸗', '⸙⸟'] as const

export interface Marked {
  /** The text with a stand-in for the `@` or `#` of each mark; offsets are unchanged. */
  text: string
  /** Finds a marked name in a piece of prose; the first group is the sign's stand-in. */
  pattern: RegExp
  kindOf: (standIn: string) => Mark['kind']
}

/**
 * Marks that survive a Markdown parser: each one's sign becomes a character that the text doesn't have, so
 * that it is found again wherever the parser put it, and nothing else is. Null without marks.
 */
export function marked(text: string, marks: readonly Mark[]): Marked | null {
  const pair = STAND_INS.find((signs) => ![...signs].some((sign) => text.includes(sign)))
  const [at, hash] = pair ?? ''
  if (marks.length === 0 || at === undefined || hash === undefined) return null

  let result = ''
  let from = 0
  for (const { kind, start } of marks) {
    result += text.slice(from, start) + (kind === 'mention' ? at : hash)
    from = start + 1
  }
  return {
    text: result + text.slice(from),
    pattern: new RegExp(`([${at}${hash}])([\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}_])`, 'gu'),
    kindOf: (standIn) => (standIn === at ? 'mention' : 'topic'),
  }
}

/**
 * The text with an empty line after each quote that an answer follows directly. A quote is the lines that
 * begin with `>`, here and on the server; CommonMark would let the next line run on in it.
 */
export function withEndedQuotes(text: string): string {
  if (!text.includes('>')) return text
  let result = ''
  let from = 0
  for (const { start } of markdownBlocks(text)) {
    const before = text.slice(text.lastIndexOf('\n', start - 2) + 1, start)
    if (start === 0 || !QUOTED.test(before)) continue
    result += `${text.slice(from, start)}\n`
    from = start
  }
  return result + text.slice(from)
}

const QUOTED = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/

const MARKDOWN =
  /[*_`~[\]\\<&|]|:\/\/|www\.|[^\s@]@[^\s@]+\.|^[ \t]*(?:[-+>]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|={2,})|^(?: {4}|\t)|\n[ \t]*\n/im

/** Whether a text is one paragraph of words and lines: then no Markdown parser is needed to show it. */
export function isPlain(text: string): boolean {
  return !MARKDOWN.test(text)
}
