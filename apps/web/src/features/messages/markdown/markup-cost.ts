/**
 * What a text costs the Markdown library to read, in about microseconds. Estimated from the text, because nothing stops
 * a parser halfway, and because by a clock a text would look one way here, another there, and another after a reload.
 */
import { MESSAGE_DEPTH_SHOWN } from '@flockwork/contract/limits'
import { nestingDepth } from '@flockwork/contract/text/nesting'

/**
 * A text that costs more is shown as plain text. The worst that costs this is read within 16 ms, a frame, as
 * markup-cost.test.ts measures; a report of 5,000 characters with headings, lists, code and links costs less.
 */
export const MARKUP_COST_MAX = 10_000

/** Each costs the same, wherever it is. */
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
/** Of each column: it may belong to a level of the list above, which each line is compared with. */
const INDENT_COST = 3
const BRACKET = /[[\]]/g
const EMPHASIS = /\*+|_+|~+/g
/** Of each level that a run of signs may open or close. */
const EMPHASIS_COST = 11
/** Of each emphasis and each bracket with each other: the library looks back for the one that opens. */
const EMPHASIS_PAIR_COST = 0.025
const BRACKET_PAIR_COST = 0.0065
/** Of each character of the text, for each comment that may begin: its end is looked for until the last. */
const HTML_COST = 0.04
/** The same for the target of a link. */
const TARGET_COST = 0.01
/** Of a character of an address that is written once, for each bracket that may refer to it. */
const REFERENCE_COST = 0.006
/** A row of a table is filled up to the widest. */
const CELL_COST = 8
const CODE_LINE_COST = 6

/** The cost of a text as Markdown, or null for one that is shown as typed: it is nested too deeply or costs too much. */
export function costAsMarkdown(text: string): number | null {
  if (nestingDepth(text, MESSAGE_DEPTH_SHOWN) > MESSAGE_DEPTH_SHOWN) return null
  const cost = markupCost(text)
  return cost > MARKUP_COST_MAX ? null : cost
}

/** Takes time linear in the text, whatever the text is. */
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
