/** A text without Markdown syntax, on one line, for places that don't render Markdown. */
export function plainText(markdown: string): string {
  const lines = linesOf(markdown)
  return lines.map(({ text, isRow }, at) => text + (isRow && lines[at + 1]?.isRow ? ';' : '')).join(' ')
}

/** The lines of a text that have words, without Markdown syntax. A row of a table is its cells, separated by commas. */
export function plainLines(markdown: string): string[] {
  return linesOf(markdown).map(({ text }) => text)
}

interface Line {
  readonly text: string
  /** Of a table. */
  readonly isRow: boolean
}

function linesOf(markdown: string): Line[] {
  return withoutTables(markdown)
    .map(({ text, isRow }) => ({ text: withoutSyntax(text), isRow }))
    .filter(({ text }) => text !== '')
}

const FENCE = /^[ \t]*(?:```|~~~)/
const DELIMITER = /^:?-+:?$/

/** As GFM has it, a table is a row, a delimiter row with as many cells, and the lines after it that have a bar. */
function withoutTables(markdown: string): Line[] {
  const lines = markdown.split('\n')
  const found: Line[] = []
  let isCode = false
  let isTable = false
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? ''
    const wasTable: boolean = isTable
    if (FENCE.test(line)) isCode = !isCode
    isTable = !isCode && line.includes('|') && (wasTable || isDelimiterOf(line, next))
    if (!isTable) found.push({ text: line, isRow: false })
    else if (!wasTable || !isDelimiterOf(lines[at - 1] ?? '', line)) {
      found.push({ text: cellsOf(line).filter(Boolean).join(', '), isRow: true })
    }
  }
  return found
}

function isDelimiterOf(row: string, next: string): boolean {
  if (!next.includes('|')) return false
  const delimiters = cellsOf(next)
  return delimiters.every((cell) => DELIMITER.test(cell)) && cellsOf(row).length === delimiters.length
}

function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function withoutSyntax(line: string): string {
  return line
    .replace(/^[ \t]*(?:```|~~~).*$/, '')
    .replace(/^[ \t]*(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+/, '')
    .replaceAll(/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1')
    .replaceAll(/\*\*(?=\S)((?:[^*\n]|\*(?!\*))*)(?<=\S)\*\*/g, '$1')
    .replaceAll(/__(?=\S)((?:[^_\n]|_(?!_))*)(?<=\S)__/g, '$1')
    .replaceAll(/~~(?=\S)((?:[^~\n]|~(?!~))*)(?<=\S)~~/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/(?<!`)`+([^`\n]+)`+/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
