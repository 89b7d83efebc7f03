/** JSON, with or without comments and trailing commas: edits change only the entry and its comma. */
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser'
import { isSame, lineEndOf, type Editor, type Place, type Value } from './document.ts'
import { Stop } from './errors.ts'

const BOM = '\u{FEFF}'

export const jsonEditor: Editor = {
  read(text) {
    return valueOf(treeOf(bare(text)))
  },
  put(text, place, entry) {
    return onBare(text, (json) => putIn(json, place, entry))
  },
  remove(text, place, takesTable) {
    return onBare(text, (json) => removeFrom(json, place, takesTable))
  },
}

function bare(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text
}

function onBare(text: string, edit: (json: string) => string): string {
  return text.startsWith(BOM) ? BOM + edit(text.slice(1)) : edit(text)
}

/** Undefined for an empty file. @throws Stop */
function treeOf(text: string): Node | undefined {
  if (text.trim() === '') return undefined
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length
    throw new Stop(`line ${line} isn't valid JSON (${printParseErrorCode(first.error)})`)
  }
  if (tree?.type !== 'object') throw new Stop('it is no JSON object')
  return tree
}

function valueOf(tree: Node | undefined): Value {
  return tree === undefined ? {} : (getNodeValue(tree) as Value)
}

function putIn(text: string, { table, key }: Place, entry: Value): string {
  const tree = treeOf(text)
  if (tree === undefined) return `${JSON.stringify({ [table]: { [key]: entry } }, null, 2)}\n`
  const servers = findNodeAtLocation(tree, [table])
  if (servers === undefined) return insert(text, tree, tree, table, { [key]: entry })
  if (servers.type !== 'object') throw new Stop(`its "${table}" is no JSON object`)
  const old = findNodeAtLocation(servers, [key])
  if (old === undefined) return insert(text, tree, servers, key, entry)
  if (isSame(getNodeValue(old) as Value, entry)) return text
  const written = text.slice(servers.offset, servers.offset + servers.length).includes('\n')
    ? printed(text, tree, entry, indentAt(text, old.parent?.offset ?? old.offset))
    : JSON.stringify(entry)
  return text.slice(0, old.offset) + written + text.slice(old.offset + old.length)
}

/** Adds a property after an object's last one. */
function insert(text: string, tree: Node, object: Node, name: string, value: Value): string {
  const end = lineEndOf(text)
  const closing = object.offset + object.length - 1
  const last = object.children?.at(-1)
  const isOnOneLine = !text.slice(object.offset, closing).includes('\n')
  if (last === undefined) {
    const outer = indentAt(text, object.offset)
    const inner = outer + unitOf(text, tree)
    const property = `${JSON.stringify(name)}: ${printed(text, tree, value, inner)}`
    const tail = isOnOneLine ? end + outer : ''
    const rest = text.slice(object.offset + 1)
    return (
      text.slice(0, object.offset + 1) +
      end +
      inner +
      property +
      tail +
      (isOnOneLine ? rest.trimStart() : rest)
    )
  }
  const lastEnd = last.offset + last.length
  const comma = commaBetween(text, lastEnd, closing)
  if (isOnOneLine) {
    const space = text[object.offset + 1] === ' ' || text.includes(', ') ? ' ' : ''
    const property = `${JSON.stringify(name)}:${space}${JSON.stringify(value)}`
    const at = comma === undefined ? lastEnd : comma + 1
    return `${text.slice(0, at)}${comma === undefined ? ',' : ''}${space}${property}${text.slice(at)}`
  }
  const indent = indentAt(text, last.offset)
  const property = `${end}${indent}${JSON.stringify(name)}: ${printed(text, tree, value, indent)}`
  // a comment after the last property stays with it
  const lineEnd = lineEndFrom(text, comma === undefined ? lastEnd : comma + 1)
  return comma === undefined
    ? `${text.slice(0, lastEnd)},${text.slice(lastEnd, lineEnd)}${property}${text.slice(lineEnd)}`
    : `${text.slice(0, lineEnd)}${property},${text.slice(lineEnd)}`
}

/** The end of comments that follow on the same line. */
function lineEndFrom(text: string, from: number): number {
  const scanner = createScanner(text)
  scanner.setPosition(from)
  let end = from
  for (;;) {
    scanner.scan()
    const token = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength())
    const isComment = token.startsWith('//') || token.startsWith('/*')
    if (isComment) end = scanner.getTokenOffset() + token.length
    else if (token === '' || token.trim() !== '' || token.includes('\n')) return end
  }
}

/** The next comma before `to`. */
function commaBetween(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  const at = scanner.getTokenOffset()
  return text[at] === ',' && at < to ? at : undefined
}

function removeFrom(text: string, { table, key }: Place, takesTable: boolean): string {
  const tree = treeOf(text)
  const servers = tree === undefined ? undefined : findNodeAtLocation(tree, [table])
  const entry = servers === undefined ? undefined : findNodeAtLocation(servers, [key])
  if (tree === undefined || servers === undefined || entry?.parent === undefined) return text
  const isAlone = servers.children?.length === 1
  return takesTable && isAlone && servers.parent !== undefined
    ? take(text, tree, servers.parent)
    : take(text, servers, entry.parent)
}

/** Removes a property from its object, with one comma and its own line. */
function take(text: string, object: Node, property: Node): string {
  const siblings = object.children ?? []
  const at = siblings.indexOf(property)
  const previous = siblings[at - 1]
  const closing = object.offset + object.length - 1
  const end = property.offset + property.length
  const own = commaBetween(text, end, siblings[at + 1]?.offset ?? closing)
  const from = text.slice(0, property.offset).trimEnd().length
  const rest = text.slice(own === undefined ? end : own + 1)
  if (previous === undefined) {
    const isEmpty = siblings.length === 1 && rest.trimStart().startsWith('}') && text[from - 1] === '{'
    return text.slice(0, from) + (isEmpty ? rest.trimStart() : rest)
  }
  if (own !== undefined) return text.slice(0, from) + rest
  // it was the last: the preceding comma is removed, the comments after that one stay
  const before = commaBetween(text, previous.offset + previous.length, property.offset)
  return before === undefined ? text : text.slice(0, before) + text.slice(before + 1, from) + rest
}

/** The indentation of a property or an object. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** The file's indentation unit. */
function unitOf(text: string, tree: Node): string {
  const [first] = tree.children ?? []
  const unit = first === undefined ? '' : indentAt(text, first.offset)
  return unit === '' ? '  ' : unit
}

function printed(text: string, tree: Node, value: Value, indent: string): string {
  return JSON.stringify(value, null, unitOf(text, tree)).replaceAll('\n', lineEndOf(text) + indent)
}
