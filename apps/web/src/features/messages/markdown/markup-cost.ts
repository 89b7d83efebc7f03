/**
 * The cost of parsing a text as Markdown, roughly in microseconds. It is estimated from the text, because a parser
 * can't be aborted, and because with a time limit the same text would render differently on each device and after
 * each reload.
 */
import { MESSAGE_DEPTH_SHOWN } from '@flockwork/contract/limits'
import { nestingDepth } from '@flockwork/contract/text/nesting'

/**
 * A text that costs more is shown as plain text. The worst text at this cost is parsed within 16 ms, one frame, as
 * markup-cost.test.ts measures; a report of 5,000 characters with headings, lists, code and links costs less.
 */
export const MARKUP_COST_MAX = 10_000

/** Each has a fixed cost, wherever it occurs. */
const SIGNS: readonly (readonly [RegExp, number])[] = [
  [/\r\n?|\n/g, 15],
  // items, and lines under a heading
  [/(?:[-+*]|\d[.)])(?=\s|$)/g, 30],
  [/={1,5000}/g, 40],
  [/[#>]/g, 12],
  [/[`|]/g, 8],
  [/[[\]]/g, 20],
  [/[<&\\]/g, 5],
  [/@|:\/\/|www\./gi, 18],
]
const INDENT = /^[ \t]+/gm
/** Per column of indentation: each line is compared with all levels of the list above it. */
const INDENT_COST = 3
const BRACKET = /[[\]]/g
const EMPHASIS = /\*+|_+|~+/g
/** Per level that a run of delimiters may open or close. */
const EMPHASIS_COST = 11
/** Per pair of emphasis delimiters, and per pair of brackets: the library looks back for the opening one. */
const EMPHASIS_PAIR_COST = 0.025
const BRACKET_PAIR_COST = 0.0065
/** Per character of the text, for each possible start of an HTML comment: its end is searched for in all of it. */
const HTML_COST = 0.04
/** The same for the target of a link. */
const TARGET_COST = 0.01
/** Per character of a URL that is defined once, for each bracket that may refer to it. */
const REFERENCE_COST = 0.006
/** Table rows are padded to the widest. */
const CELL_COST = 8
const CODE_LINE_COST = 6

/** The cost of a text as Markdown, or null for one that is shown as typed: it is nested too deeply or costs too much. */
export function costAsMarkdown(text: string): number | null {
  if (nestingDepth(text, MESSAGE_DEPTH_SHOWN) > MESSAGE_DEPTH_SHOWN) return null
  const cost = markupCost(text)
  return cost > MARKUP_COST_MAX ? null : cost
}

/** Runs in time linear in the length of the text. */
export function markupCost(text: string): number {
  const { prose, codeLines } = withoutCode(text)
  let cost = codeLines * CODE_LINE_COST
  for (const [sign, each] of SIGNS) cost += each * count(prose, sign)
  for (const [indent] of prose.matchAll(INDENT)) cost += indent.length * INDENT_COST

  const brackets = count(prose, BRACKET)
  cost += brackets * brackets * BRACKET_PAIR_COST
  if (prose.includes(']:')) cost += brackets * prose.length * REFERENCE_COST

  cost += count(prose, /<[!?]/g) * prose.length * HTML_COST
  cost += count(prose, /\]\(/g) * prose.length * TARGET_COST

  let emphases = 0
  for (const [run] of prose.matchAll(EMPHASIS)) emphases += Math.ceil(run.length / 2)
  cost += emphases * (EMPHASIS_COST + emphases * EMPHASIS_PAIR_COST)
  return cost + cellsOf(prose) * CELL_COST
}

const LINE_END = /\r\n?|\n/
// Only fences at the very beginning of a line: they end every block before them, but one of HTML.
const FENCE = /^(?:`{3,}|~{3,})/
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/
const HTML = /^ {0,3}<[!?/a-z]/i

/** The text without the lines of its fenced code, in which no sign is read. */
function withoutCode(text: string): { prose: string; codeLines: number } {
  if (!text.includes('```') && !text.includes('~~~')) return { prose: text, codeLines: 0 }
  const prose: string[] = []
  let fence: string | null = null
  let hasHtml = false
  let codeLines = 0
  for (const line of text.split(LINE_END)) {
    if (fence === null) {
      prose.push(line)
      hasHtml ||= HTML.test(line)
      if (!hasHtml) fence = fenceOf(line)
    } else {
      codeLines += 1
      if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = null
    }
  }
  return { prose: prose.join('\n'), codeLines }
}

function fenceOf(line: string): string | null {
  const fence = FENCE.exec(line)?.[0] ?? null
  // `a` between three backticks on one line is code in that line
  return fence?.startsWith('`') && line.includes('`', fence.length) ? null : fence
}

function cellsOf(text: string): number {
  if (!text.includes('|')) return 0
  let cells = 0
  let columns = 0
  for (const line of text.split(LINE_END)) {
    columns = line === '' ? 0 : Math.max(columns, count(line, /\|/g))
    cells += columns
  }
  return cells
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0
}
