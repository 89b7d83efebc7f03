/** TOML: an entry is a table at the end of the file; the rest of the text is unchanged. */
import { getStaticTOMLValue, parseTOML, type AST } from 'toml-eslint-parser'
import { entryAt, isTable, lineEndOf, type Editor, type Place, type Value } from './document.ts'
import { Stop, textOf } from './errors.ts'

export const tomlEditor: Editor = {
  read(text) {
    return getStaticTOMLValue(treeOf(text)) as Value
  },
  put(text, place, entry) {
    const isThere = entryAt(getStaticTOMLValue(treeOf(text)) as Value, place) !== undefined
    return append(isThere ? takeOut(text, place) : text, printTable([place.table, place.key], entry))
  },
  remove(text, place) {
    return takeOut(text, place)
  },
}

/** @throws Stop */
function treeOf(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch (error) {
    const line = error instanceof Error && 'lineNumber' in error ? `line ${String(error.lineNumber)}` : 'it'
    throw new Stop(`${line} isn't valid TOML (${textOf(error)})`)
  }
}

function append(text: string, table: string): string {
  const end = lineEndOf(text)
  const lines = table.replaceAll('\n', end)
  if (text === '') return lines
  const gap = text.endsWith('\n') ? end : end + end
  return text + gap + lines
}

/** Without the entry: its table and the tables below it, or its key in a table above. */
function takeOut(text: string, { table, key }: Place): string {
  const [top] = treeOf(text).body
  const ranges = top.body.flatMap((node) => rangesIn(node, [table, key]))
  return ranges.toSorted((a, b) => b[0] - a[0]).reduce((left, range) => cutLines(left, range), text)
}

type Range = readonly [from: number, to: number]

function rangesIn(node: AST.TOMLTable | AST.TOMLKeyValue, wanted: readonly string[]): Range[] {
  if (node.type === 'TOMLKeyValue') return beginsWith(pathOf(node), wanted) ? [node.range] : []
  const path = node.resolvedKey.map(String)
  if (beginsWith(path, wanted)) return [node.range]
  return node.body.filter((pair) => beginsWith([...path, ...pathOf(pair)], wanted)).map(({ range }) => range)
}

function pathOf({ key }: AST.TOMLKeyValue): string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))
}

function beginsWith(path: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((name, at) => path[at] === name)
}

/** Cuts whole lines, and the empty line before them if what follows is the end or another empty line. */
function cutLines(text: string, [from, to]: Range): string {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const before = text.slice(0, start)
  const after = next === -1 ? '' : text.slice(next + 1)
  const isGap = after === '' || /^\r?\n/.test(after)
  return (isGap ? before.replace(/(^|\n)\r?\n$/, '$1') : before) + after
}

function printTable(path: readonly string[], entry: Value): string {
  const values = isTable(entry) ? entry : {}
  const lines = Object.entries(values).map(([name, value]) => `${keyOf(name)} = ${printValue(value)}`)
  return `[${path.map(keyOf).join('.')}]\n${lines.map((line) => `${line}\n`).join('')}`
}

function printValue(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (isTable(value)) {
    const pairs = Object.entries(value).map(([name, one]) => `${keyOf(name)} = ${printValue(one)}`)
    return `{ ${pairs.join(', ')} }`
  }
  return JSON.stringify(value)
}

function keyOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name)
}
