const LINE_END = /\r\n?|\n/

// What opens a container block: a quote sign, a list item marker, a footnote label.
const QUOTE = / {0,3}> ?/y
const MARKER = / {0,3}(?:(?:[-+*]|\d{1,9}[.)])(?= |$)|\[\^[^\]]{1,100}\]:)/y
const SPACES = / */y

const TAB_COLUMNS = 4
/** Text indented by this many more columns is code. */
const CODE_COLUMNS = 4

// What opens and closes inline text: emphasis, and the brackets of links and images.
const INLINE = /\*+|_+|~+|\[|\]/g
const WHITE = /^\s?$/
const PUNCTUATION = /[\p{P}\p{S}]/u

/** A quote, or a list item, whose continuation lines are indented by its width. */
type Container = 'quote' | number

/** The open marks of one kind, each with the depth of the pairs inside it. */
interface Marks {
  readonly open: number[]
  deepest: number
}

/**
 * The nesting depth of a Markdown text, in lists, quotes, footnotes, emphases and brackets: 1 for an
 * item of a list. Counts up to one level above `limit`.
 *
 * For use before parsing, because parsers and renderers recurse at each level. Not a parser: code
 * and separators (`- - -`) count as nested, and marks of one kind as if they were inside all others.
 *
 * Takes linear time for any text.
 */
export function nestingDepth(text: string, limit: number): number {
  let depth = 0
  let containers: readonly Container[] = []
  let marks = new Map<string, Marks>()

  for (const raw of text.split(LINE_END)) {
    const line = withoutTabs(raw)
    const isBlank = line.trim() === ''
    const { open, opened, end } = isBlank ? atBlankLine(containers) : atLine(line, containers, limit)
    containers = open
    // no mark extends from one block into another
    if (isBlank || opened > 0) marks = new Map()
    depth = Math.max(depth, open.length + pairMarks(line, end, marks, limit))
    if (depth > limit) return limit + 1
  }
  return depth
}

/** Each tab as the spaces to the next multiple of four columns. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line
  const [first = '', ...rest] = line.split('\t')
  let result = first
  for (const piece of rest) result += ' '.repeat(TAB_COLUMNS - (result.length % TAB_COLUMNS)) + piece
  return result
}

interface Opened {
  /** The containers of the line, outermost first. */
  readonly open: readonly Container[]
  /** How many of them start on it. */
  readonly opened: number
  /** Where its text starts. */
  readonly end: number
}

/** A blank line ends quotes and their content, but not list items. */
function atBlankLine(containers: readonly Container[]): Opened {
  const quote = containers.indexOf('quote')
  return { open: quote === -1 ? containers : containers.slice(0, quote), opened: 0, end: 0 }
}

function atLine(line: string, containers: readonly Container[], limit: number): Opened {
  const open: Container[] = []
  let at = 0
  for (const container of containers) {
    const width = container === 'quote' ? lengthAt(QUOTE, line, at) : container
    if (width === 0 || lengthAt(SPACES, line, at) < (container === 'quote' ? 0 : width)) break
    at += width
    open.push(container)
  }
  const continued = open.length

  // one above the limit suffices
  while (open.length <= limit) {
    const quote = lengthAt(QUOTE, line, at)
    if (quote > 0) {
      at += quote
      open.push('quote')
      continue
    }
    const marker = lengthAt(MARKER, line, at)
    if (marker === 0) break
    const spaces = lengthAt(SPACES, line, at + marker)
    // more spaces belong to code at the start of the item
    const width = marker + (spaces > CODE_COLUMNS ? 1 : spaces)
    at += width
    open.push(Math.max(width, marker + 1))
  }
  return { open, opened: open.length - continued, end: at }
}

function lengthAt(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(line)?.[0].length ?? 0
}

/** Pairs the marks of a line with the open ones in its block. Returns the depth of all kinds in the block so far. */
function pairMarks(line: string, from: number, marks: Map<string, Marks>, limit: number): number {
  INLINE.lastIndex = from
  for (let found = INLINE.exec(line); found; found = INLINE.exec(line)) {
    const [run] = found
    const sign = run[0] ?? ''
    const kind = sign === ']' ? '[' : sign
    const ofKind = marks.get(kind) ?? { open: [], deepest: 0 }
    marks.set(kind, ofKind)
    const { opens, closes } = sidesOf(line, found.index, run)
    // two marks are one emphasis; beyond the limit the number doesn't matter
    const levels = Math.min(Math.ceil(run.length / 2), limit + 1)
    const closed = closes ? Math.min(levels, ofKind.open.length) : 0
    for (let left = closed; left > 0; left -= 1) close(ofKind)
    if (opens) for (let left = levels - closed; left > 0; left -= 1) ofKind.open.push(0)
  }
  let depth = 0
  for (const { deepest } of marks.values()) depth += deepest
  return depth
}

function close(marks: Marks): void {
  const depth = (marks.open.pop() ?? 0) + 1
  marks.deepest = Math.max(marks.deepest, depth)
  const last = marks.open.length - 1
  if (last >= 0) marks.open[last] = Math.max(marks.open[last] ?? 0, depth)
}

/** Whether a mark may open or close; for emphasis by CommonMark's flanking rules. */
function sidesOf(line: string, start: number, run: string): { opens: boolean; closes: boolean } {
  if (run === '[' || run === ']') return { opens: run === '[', closes: run === ']' }
  const [before, after] = [line[start - 1] ?? '', line[start + run.length] ?? '']
  const [isWhiteBefore, isWhiteAfter] = [WHITE.test(before), WHITE.test(after)]
  const [isPunctuationBefore, isPunctuationAfter] = [PUNCTUATION.test(before), PUNCTUATION.test(after)]
  const isLeft = !isWhiteAfter && (!isPunctuationAfter || isWhiteBefore || isPunctuationBefore)
  const isRight = !isWhiteBefore && (!isPunctuationBefore || isWhiteAfter || isPunctuationAfter)
  if (run.startsWith('~')) return { opens: run.length <= 2 && isLeft, closes: run.length <= 2 && isRight }
  if (!run.startsWith('_')) return { opens: isLeft, closes: isRight }
  return {
    opens: isLeft && (!isRight || isPunctuationBefore),
    closes: isRight && (!isLeft || isPunctuationAfter),
  }
}
