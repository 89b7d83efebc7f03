import { markdownBlocks, type Range } from './markdown-blocks.ts'

const MAY_HIDE = /[`>]|<!--|~~~|:\/\/|www\.|\]\(|(?: {4}|\t)/i

const MAY_HOLD_ADDRESS = /:\/\/|www\.|\]\(/i

// A link's target ends at its bracket, after its title if it has one; a bare URL ends at white
// space, at an enclosing mark, or at full-width punctuation in text without spaces.
const ADDRESS =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,31}:\/\/|www\.)[^\s<>"`、。，！？；：（）「」『』【】《》]+|\]\([^\s()]*(?:\s{1,3}(?:"[^"]*"|'[^']*'|\([^()]*\))\s{0,3}(?=\))|(?=\)|\s{1,3}["'(]))/giu

// The title of a link reference definition: `[log]: https://log.example "by @scout"`.
const TITLE_OF_TARGET =
  /^( {0,3}\[[^[\]\n]{1,100}\]: {0,3}<?(?:https?:\/\/|\/)\S{1,500} {1,3})(?:"[^"]*"|'[^']*'|\([^()]*\)) {0,3}$/gim

/**
 * The ranges of a message in which `@` and `#` have a meaning: everything except code (fenced,
 * indented or inline), HTML comments, URLs with their titles, and block quotes. In order, without overlap.
 *
 * A quote is only the lines that begin with `>`. CommonMark would continue a quote with the line directly below,
 * but an @ in an answer there is meant as a mention, and must not be lost.
 *
 * Takes linear time for any text.
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
 * Code spans of one block, a run of backticks up to the next run of the same length, and comments. Each hides anything
 * that begins inside it. An unclosed one is plain text.
 */
function codeAndComments(text: string, { start, end }: Range): Range[] {
  const signs = Array.from(text.slice(start, end).matchAll(/`+|<!--/g), (match) => ({
    start: start + match.index,
    length: match[0].length,
    isComment: match[0] === COMMENT,
  }))
  const runs = signs.filter(({ isComment }) => !isComment)
  const lastEnd = signs.length > runs.length ? text.lastIndexOf(COMMENT_END, end - COMMENT_END.length) : -1

  // The runs still ahead by length, the nearest last.
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

/** What remains of `range` without `holes`, which are inside it, sorted by their starts, and may overlap. */
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
