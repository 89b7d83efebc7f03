/** The one file that imports the Markdown library. Loaded when the first text needs it. */
import { isOwnPath } from '@flockwork/contract/text/own-path'
import { useMemo } from 'react'
import type { ReactElement } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { showDroppedMarkup } from './dropped-markup.ts'
import { withPlaceholders, entitiesOf, withEndedQuotes, type Replaced } from './entities.ts'
import { EntityChip } from './entity-chip.tsx'

type Element = NonNullable<ExtraProps['node']>
type Content = Element['children'][number]

const REMARK = [remarkGfm, showDroppedMarkup]

const BLOCKS = new Set([
  'p',
  'ul',
  'ol',
  'li',
  'pre',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'hr',
  'h1',
])
const BLOCK_CONTAINERS = new Set(['ul', 'ol', 'li', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'section'])
const NO_ENTITIES = new Set(['code', 'pre', 'a'])
const LANGUAGE = /language-([\w+#-]+)/

// not a heading element: a message's headings are none of the page
const heading = ({ children }: { children?: React.ReactNode }) => <p className="font-semibold">{children}</p>

const components: Components = {
  // the text's line ends are shown, the one after a break included
  br: () => null,
  // images are off: only their text is shown
  img: ({ alt, src }) => <span className="text-ink-2">{alt || src}</span>,
  // internal links open here, others in a new tab
  a: ({ href, children }) => (
    <a
      href={href}
      {...(isInternal(href) ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' })}
      className="text-egg underline decoration-egg/40 underline-offset-2 hover:decoration-egg"
    >
      {children}
    </a>
  ),
  h1: ({ children }) => <p className="font-display text-lg font-semibold">{children}</p>,
  h2: ({ children }) => <p className="font-display text-lg font-semibold">{children}</p>,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  ul: ({ children }) => (
    <ul className="list-disc space-y-0.5 ps-5 has-[input]:list-none has-[input]:ps-0.5">{children}</ul>
  ),
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal space-y-0.5 ps-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="space-y-2 border-s-2 border-line-strong/60 ps-3 text-ink-2">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  code: ({ children }) => (
    <code className="rounded-[5px] bg-line/55 box-decoration-clone px-1.5 py-0.5 font-mono text-[0.8125rem] dark:bg-line">
      {children}
    </code>
  ),
  pre: ({ node }) => (
    <div className="py-0.5 whitespace-normal [&_pre]:whitespace-pre">
      <CodeBlock {...codeOf(node)} />
    </div>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      readOnly
      disabled
      aria-label={checked === true ? 'done' : 'open'}
      className="me-1 size-3.5 translate-y-0.5 accent-(--spruce)"
    />
  ),
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table className="border-collapse text-nav">{children}</table>
    </div>
  ),
  th: ({ children, style }) => (
    <th style={style} className="border-b border-line-strong px-2.5 py-1.5 text-start font-semibold">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-b border-line px-2.5 py-1.5 align-top">
      {children}
    </td>
  ),
  mark: ({ node }) => <EntityChip kind={entityKind(node)} text={textOf(node)} />,
}

function isInternal(href: string | undefined): boolean {
  return href !== undefined && (isOwnPath(href) || href.startsWith(`${location.origin}/`))
}

interface Props {
  text: string
  handles: ReadonlySet<string>
}

/** A text as CommonMark with tables, task lists and strikethrough; images and HTML as text. */
export function Markdown({ text, handles }: Props): ReactElement {
  const elements = useMemo(() => readMarkdown(text, handles), [text, handles])
  return <div className="space-y-2">{elements}</div>
}

/** Takes as long as the text likes, unless its cost is bounded before (markup-cost.ts). */
export function readMarkdown(text: string, handles: ReadonlySet<string>): ReactElement {
  const replaced = withPlaceholders(text, entitiesOf(text, handles))
  return ReactMarkdown({
    children: withEndedQuotes(replaced?.text ?? text),
    remarkPlugins: REMARK,
    // after sanitizing, which would remove our elements
    rehypePlugins: [rehypeSanitize, [placeEntities, replaced]],
    components,
  })
}

/** Inserts the entities, and drops the line ends between blocks: all others are shown as typed. */
function placeEntities(replaced: Replaced | null) {
  return (root: { children: Content[] }): void => walk(root, replaced, true, true)
}

function walk(
  parent: { children: Content[] },
  replaced: Replaced | null,
  canHaveEntities: boolean,
  isBlockContainer: boolean,
): void {
  const children: Content[] = []
  for (const [index, child] of parent.children.entries()) {
    if (child.type === 'element') {
      const { tagName } = child
      walk(child, replaced, canHaveEntities && !NO_ENTITIES.has(tagName), BLOCK_CONTAINERS.has(tagName))
    }
    const isBlank = child.type === 'text' && child.value.trim() === ''
    const isBetweenBlocks = isBlock(parent.children[index - 1]) || isBlock(parent.children[index + 1])
    if (isBlank && isBlockContainer && isBetweenBlocks) continue
    if (child.type === 'text' && replaced) {
      children.push(...withEntities(child.value, replaced, canHaveEntities))
    } else children.push(child)
  }
  parent.children = children
}

function isBlock(sibling: Content | undefined): boolean {
  return sibling === undefined || (sibling.type === 'element' && BLOCKS.has(sibling.tagName))
}

/** The text with elements for its entities, or with `@` and `#` again where it can't have entities. */
function withEntities(value: string, { pattern, kindOf }: Replaced, canHaveEntities: boolean): Content[] {
  const result: Content[] = []
  let from = 0
  for (const match of value.matchAll(pattern)) {
    const [whole, sign = '', name = ''] = match
    const kind = kindOf(sign)
    const text: Content = { type: 'text', value: `${kind === 'mention' ? '@' : '#'}${name}` }
    if (match.index > from) result.push({ type: 'text', value: value.slice(from, match.index) })
    result.push(
      canHaveEntities
        ? { type: 'element', tagName: 'mark', properties: { dataKind: kind }, children: [text] }
        : text,
    )
    from = match.index + whole.length
  }
  if (from < value.length) result.push({ type: 'text', value: value.slice(from) })
  return result
}

function entityKind(node: Element | undefined): 'mention' | 'topic' {
  return node?.properties['dataKind'] === 'topic' ? 'topic' : 'mention'
}

function textOf(node: Element | undefined): string {
  return node?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? ''
}

function codeOf(node: Element | undefined): { code: string; language: string | undefined } {
  const code = node?.children.find((child) => child.type === 'element')
  const text = textOf(code)
  const names = code?.properties['className']
  const language = Array.isArray(names) ? LANGUAGE.exec(names.join(' '))?.[1]?.toLowerCase() : undefined
  return { code: text.replace(/\n$/, ''), language }
}
