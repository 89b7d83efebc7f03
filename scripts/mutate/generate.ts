/** Mutations generated from a file's syntax tree: the typical slips of a programmer. */
import { parseSync } from 'oxc-parser'
import { changeOf, isProgram, type Mutation } from './mutation.ts'

/** A node of the ESTree syntax tree, with the fields that are read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
}
/** Without these calls a list keeps elements that it should drop, or its order. */
const DROPPED_CALLS = new Set(['filter', 'slice', 'toSorted', 'trim', 'toLowerCase'])

/** The broken versions of `text`, in the order of the file. */
export function generateMutations(file: string, text: string, tests: readonly string[]): Mutation[] {
  const { program } = parseSync(file, text)
  const edits: Edit[] = []
  visit(program as unknown as Node, (node) => edits.push(...editsOf(node, text)))
  return edits
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, text: replacement }) => {
      const change = changeOf(text.slice(start, end), replacement)
      return {
        file,
        tests,
        title: `line ${text.slice(0, start).split('\n').length}: ${change}`,
        change,
        mutated: text.slice(0, start) + replacement + text.slice(end),
      }
    })
    .filter(({ mutated }) => isProgram(file, mutated))
}

function editsOf(node: Node, text: string): Edit[] {
  const source = ({ start, end }: Node) => text.slice(start, end)
  const { start, end } = node
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const swapped = SWAPPED[String(node['operator'])]
      if (swapped === undefined) return []
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      const between = text.slice(left.end, right.start).replace(String(node['operator']), swapped)
      return [{ start, end, text: source(left) + between + source(right) }]
    }
    case 'IfStatement': {
      const test = node['test'] as Node
      const isEarlyEnd =
        !node['alternate'] && /^(\{\s*)?(return|throw|continue)\b/.test(source(node['consequent'] as Node))
      return [
        { start: test.start, end: test.end, text: `!(${source(test)})` },
        ...(isEarlyEnd ? [{ start, end, text: '' }] : []),
      ]
    }
    case 'ConditionalExpression': {
      const test = node['test'] as Node
      return [{ start: test.start, end: test.end, text: `!(${source(test)})` }]
    }
    case 'ExpressionStatement':
      return 'directive' in node && node['directive'] ? [] : [{ start, end, text: ';' }]
    case 'CallExpression': {
      const callee = node['callee'] as Node
      if (callee.type !== 'MemberExpression') return []
      const [object, property] = [callee['object'] as Node, callee['property'] as Node]
      return DROPPED_CALLS.has(source(property)) ? [{ start, end, text: source(object) }] : []
    }
    case 'Literal':
      return literalEdits(node)
    default:
      return []
  }
}

function literalEdits({ start, end, value }: Node): Edit[] {
  if (typeof value === 'boolean') return [{ start, end, text: String(!value) }]
  if (typeof value === 'number') return [{ start, end, text: String(value + 1) }]
  return typeof value === 'string' && value !== '' ? [{ start, end, text: "''" }] : []
}

/** Visits each node except types and imports, which have no effect at runtime. */
function visit(node: Node, onNode: (node: Node) => void): void {
  if (
    /^(TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|Export(All|Named)Declaration$)/.test(
      node.type,
    )
  ) {
    const declaration = node['declaration']
    if (isNode(declaration)) visit(declaration, onNode)
    return
  }
  onNode(node)
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, onNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
