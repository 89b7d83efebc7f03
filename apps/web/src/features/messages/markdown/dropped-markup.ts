/**
 * Markdown drops HTML, definitions that nothing refers to, and images and links without text. In a chat, people type
 * these to be read, so they are shown as source.
 */
import type { Nodes, Paragraph, Parents, PhrasingContent, Root, RootContent } from 'mdast'

const BLOCK_CONTAINERS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])
const VISIBLE = new Set(['text', 'inlineCode', 'code', 'html', 'image', 'imageReference', 'thematicBreak'])

/** A remark plugin. */
export function showDroppedMarkup() {
  return (root: Root, file: { value: unknown }): void => {
    const source = String(file.value)
    replaceDropped(root, source, referencedNames(root))
    if (!isVisible(root)) root.children = [paragraph(source)]
  }
}

function replaceDropped(parent: Parents, source: string, used: ReadonlySet<string>): void {
  const isBlockContainer = BLOCK_CONTAINERS.has(parent.type)
  const children: RootContent[] = parent.children.map((child) => {
    const isUnused = 'identifier' in child && isDefinition(child) && !used.has(child.identifier)
    if (child.type === 'html' || isUnused) {
      const typed = child.type === 'html' ? child.value : sourceOf(child, source)
      return isBlockContainer ? paragraph(typed) : text(typed)
    }
    if (child.type === 'image' && !child.alt) child.alt = child.url
    if (child.type === 'link' && child.children.length === 0) child.children = [text(child.url)]
    if ('children' in child) replaceDropped(child, source, used)
    return child
  })
  Object.assign(parent, { children })
}

function isDefinition({ type }: Nodes): boolean {
  return type === 'definition' || type === 'footnoteDefinition'
}

function referencedNames(root: Root): Set<string> {
  const names = new Set<string>()
  const visit = (node: Nodes): void => {
    if ('identifier' in node && !isDefinition(node)) names.add(node.identifier)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return names
}

function isVisible(node: Nodes): boolean {
  if (VISIBLE.has(node.type)) return !('value' in node) || node.value.trim() !== ''
  return 'children' in node && node.children.some(isVisible)
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
