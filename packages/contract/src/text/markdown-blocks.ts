/** A half-open range of a text in UTF-16 units, for `text.slice(start, end)`. */
export interface Range {
  start: number
  end: number
}

// White space and list markers that may precede a fence or a quote.
const LEAD = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const HEADING = /^ {0,3}#{1,6}[ \t]/
const INDENTED = /^(?: {4}| {0,3}\t)/

interface Fence {
  mark: string
  length: number
}

/**
 * The prose blocks of a Markdown text, without fenced and indented code, quoted lines, and multi-line comments.
 * Inline marks such as code spans never extend from one block into the next. In order, without overlap.
 */
export function markdownBlocks(text: string): Range[] {
  const blocks: Range[] = []
  // Whether the next line of prose continues the last block.
  let goesOn = false
  let fence: Fence | null = null
  let inList = false
  let commentEnd = -1
  const lastCommentEnd = text.lastIndexOf('-->')

  for (const { start, end } of lines(text)) {
    const line = text.slice(start, end).trimEnd()

    if (fence) {
      if (closes(fence, line)) fence = null
      continue
    }
    if (commentEnd > start) {
      goesOn = false
      // the rest of its line is text again
      if (commentEnd < start + line.length) blocks.push({ start: commentEnd, end })
      continue
    }
    if (line === '') {
      goesOn = false
      continue
    }

    const isItem = LIST_ITEM.test(line)
    const isIndented = INDENTED.test(line)
    if (isItem && !isIndented) inList = true
    else if (!goesOn && !/^[ \t]/.test(line)) inList = false
    // Indented text is code only if it can't belong to a paragraph or a list item above.
    if (isIndented && !goesOn && !inList) continue

    const content = line.slice(LEAD.exec(line)?.[0].length ?? 0)
    fence = fenceOf(content)
    if (fence || content.startsWith('>')) {
      goesOn = false
      continue
    }

    const at = start + line.length - content.length
    // an unclosed comment is text
    if (lastCommentEnd >= end && text.startsWith('<!--', at)) commentEnd = text.indexOf('-->', at + 4) + 3
    if (commentEnd > end) continue

    const isHeading = HEADING.test(line)
    const last = blocks.at(-1)
    if (last && goesOn && !isItem && !isHeading) last.end = end
    else blocks.push({ start, end })
    goesOn = !isHeading
  }
  return blocks
}

function* lines(text: string): Generator<Range> {
  let start = 0
  while (start < text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    yield { start, end }
    start = end
  }
}

function fenceOf(content: string): Fence | null {
  const opening = FENCE.exec(content)?.[0]
  return opening ? { mark: opening.slice(0, 1), length: opening.length } : null
}

function closes({ mark, length }: Fence, line: string): boolean {
  const content = line.trim()
  return content.length >= length && content === mark.repeat(content.length)
}
