/**
 * Markdown drops what it takes for HTML, for a definition that nothing refers to, for an image or a link
 * without words. In a chat all of that was typed to be read: it stands here as its own signs.
 */
import type { Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent } from 'mdast'

const HOLDS_BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])
const SHOWS_ITSELF = new Set([
  'text',
  'inlineCode',
  'code',
  'html',
  'image',
  'imageReference',
  'thematicBreak',
])

/** A plugin for the parsed text (remark). */
export function hideNothing() {
  return (root: Root, file: { value: unknown }): void => {
    const source = String(file.value)
    show(root, source, referred(root))
    if (!showsAnything(root)) root.children = [paragraph(source)]
  }
}

function show(parent: Parents, source: string, used: ReadonlySet<string>): void {
  const mayHoldBlocks = HOLDS_BLOCKS.has(parent.type)
  const children: RootContent[] = parent.children.map((child) => {
    const isUnused = 'identifier' in child && isDefinition(child) && !used.has(child.identifier)
    if (child.type === 'html' || isUnused) {
      const typed = child.type === 'html' ? child.value : sourceOf(child, source)
      return mayHoldBlocks ? paragraph(typed) : text(typed)
    }
    if (child.type === 'image' && !child.alt) child.alt = child.url
    if (child.type === 'link' && child.children.length === 0) child.children = [text(child.url)]
    if ('children' in child) show(child, source, used)
    return child
  })
  Object.assign(parent, { children })
}

function isDefinition({ type }: Nodes): boolean {
  return type === 'definition' || type === 'footnoteDefinition'
}

/** What the references of the text name. */
function referred(root: Root): Set<string> {
  const names = new Set<string>()
  const visit = (node: Nodes): void => {
    if ('identifier' in node && !isDefinition(node)) names.add(node.identifier)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return names
}

function showsAnything(node: Nodes): boolean {
  if (SHOWS_ITSELF.has(node.type)) return !('value' in node) || node.value.trim() !== ''
  return 'children' in node && node.children.some(showsAnything)
}

function sourceOf({ position }: Nodes, source: string): string {
  return source.slice(position?.start.offset, position?.end.offset)
}

function text(value: string): PhrasingContent {
  return { type: 'text', value }
}

function paragraph(value: string): Paragraph {
  return { type: 'paragraph', children: [text(value)] }
}
