import { markdownBlocks, type Range } from './markdown-blocks.ts'

const MAY_HIDE = /[`>]|<!--|~~~|:\/\/|www\.|\]\(|(?: {4}|\t)/i

const MAY_HOLD_ADDRESS = /:\/\/|www\.|\]\(/i

// A link's target ends where its bracket does, and where its title does if it has one; a bare URL ends at white
// space, at what encloses it, or at the full-width punctuation that follows it in text without spaces.
const ADDRESS =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,31}:\/\/|www\.)[^\s<>"`、。，！？；：（）「」『』【】《》]+|\]\([^\s()]*(?:\s{1,3}(?:"[^"]*"|'[^']*'|\([^()]*\))\s{0,3}(?=\))|(?=\)|\s{1,3}["'(]))/giu

// The title of a link whose target has a line of its own: `[log]: https://log.example "by @scout"`.
const TITLE_OF_TARGET =
  /^( {0,3}\[[^[\]\n]{1,100}\]: {0,3}<?(?:https?:\/\/|\/)\S{1,500} {1,3})(?:"[^"]*"|'[^']*'|\([^()]*\)) {0,3}$/gim

/**
 * The ranges of a message in which an `@` or `#` can name someone or something: all of it but code (fenced,
 * indented or inline), comments of HTML, addresses with their titles, and block quotes. In order, without overlap.
 *
 * A quote is the lines that begin with `>`, and only those. CommonMark would let a line directly below run on
 * in the quote, but whoever answers there with an @ means it, and must not be lost.
 *
 * Takes time linear in the text, whatever the text is.
 */
export function proseRanges(text: string): Range[] {
  if (!MAY_HIDE.test(text)) return text === '' ? [] : [{ start: 0, end: text.length }]

  const withoutCode = markdownBlocks(text).flatMap((block) => cut(block, codeAndComments(text, block)))
  if (!MAY_HOLD_ADDRESS.test(text)) return withoutCode
  return withoutCode.flatMap((range) => cut(range, addresses(text, range)))
}

function addresses(text: string, { start, end }: Range): Range[] {
  const prose = text.slice(start, end)
  const rangeOf = (match: RegExpExecArray, before = 0) => ({
    start: start + match.index + before,
    end: start + match.index + match[0].length,
  })
  const found = Array.from(prose.matchAll(ADDRESS), (match) => rangeOf(match))
  if (!prose.includes(']:')) return found
  const titles = Array.from(prose.matchAll(TITLE_OF_TARGET), (match) => rangeOf(match, match[1]?.length))
  return [...found, ...titles].toSorted((one, other) => one.start - other.start)
}

const COMMENT = '<!--'
const COMMENT_END = '-->'

/**
 * Code spans of one block, a run of backticks up to the next run of the same length, and comments. Each hides what
 * begins inside it. What has no end begins nothing: there it is text.
 */
function codeAndComments(text: string, { start, end }: Range): Range[] {
  const signs = Array.from(text.slice(start, end).matchAll(/`+|<!--/g), (match) => ({
    start: start + match.index,
    length: match[0].length,
    isComment: match[0] === COMMENT,
  }))
  const runs = signs.filter(({ isComment }) => !isComment)
  const lastEnd = signs.length > runs.length ? text.lastIndexOf(COMMENT_END, end - COMMENT_END.length) : -1

  // Of each length the runs still ahead, the nearest last.
  const waiting = new Map<number, number[]>()
  for (const run of runs.toReversed()) {
    const sameLength = waiting.get(run.length)
    if (sameLength) sameLength.push(run.start)
    else waiting.set(run.length, [run.start])
  }

  const spans: Range[] = []
  let done = start
  for (const run of signs) {
    if (run.start < done) continue
    if (run.isComment) {
      if (lastEnd < run.start + run.length) continue
      done = text.indexOf(COMMENT_END, run.start + run.length) + COMMENT_END.length
      spans.push({ start: run.start, end: done })
      continue
    }
    const escaped = isEscaped(text, run.start)
    const length = escaped ? run.length - 1 : run.length
    const closers = waiting.get(length)
    if (!closers) continue
    while ((closers.at(-1) ?? Infinity) <= run.start) closers.pop()

    const close = closers.at(-1)
    if (close === undefined) continue
    done = close + length
    spans.push({ start: escaped ? run.start + 1 : run.start, end: done })
  }
  return spans
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

/** What is left of `range` without `holes`, which lie in it, in the order of their starts; they may overlap. */
function cut(range: Range, holes: Range[]): Range[] {
  const left: Range[] = []
  let from = range.start
  for (const hole of holes) {
    if (hole.start > from) left.push({ start: from, end: hole.start })
    from = Math.max(from, hole.end)
  }
  if (range.end > from) left.push({ start: from, end: range.end })
  return left
}
