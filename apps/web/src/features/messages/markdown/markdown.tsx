/** The one file that imports the Markdown library. Loaded when the first text needs it. */
import { isOwnPath } from '@flockwork/contract/text/own-path'
import { useMemo } from 'react'
import type { ReactElement } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { cx } from '../../../ui/cx.ts'
import { HitMark } from '../../../ui/hit-mark.tsx'
import { showDroppedMarkup } from './dropped-markup.ts'
import { withPlaceholders, entitiesOf, withEndedQuotes, type Entity, type Replaced } from './entities.ts'
import { EntityChip } from './entity-chip.tsx'

type Element = NonNullable<ExtraProps['node']>
type Content = Element['children'][number]
/** The hits of a search in a text, in UTF-16 units, in order. */
export type RangesIn = (text: string) => readonly (readonly [start: number, end: number])[]

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
const INDENTED = new Set(['ul', 'ol', 'blockquote'])
/** Deeper levels aren't indented further: a phone isn't wide enough. */
const INDENTED_MAX = 6
const NO_ENTITIES = new Set(['code', 'pre', 'a'])
const LANGUAGE = /language-([\w+#-]+)/

// not a heading element: a message's headings don't belong to the page's outline
const heading = ({ children }: { children?: React.ReactNode }) => <p className="font-semibold">{children}</p>

const components: Components = {
  // line ends are rendered as typed, including the one after a break
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
  ul: ({ node, children }) => (
    <ul
      className={cx(
        'list-disc space-y-0.5 has-[input]:list-none',
        !isDeep(node) && 'ps-5 has-[input]:ps-0.5',
      )}
    >
      {children}
    </ul>
  ),
  ol: ({ node, children, start }) => (
    <ol start={start} className={cx('list-decimal space-y-0.5', !isDeep(node) && 'ps-6')}>
      {children}
    </ol>
  ),
  blockquote: ({ node, children }) => (
    <blockquote className={cx('space-y-2 text-ink-2', !isDeep(node) && 'border-s-2 border-line-strong ps-3')}>
      {children}
    </blockquote>
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

/** A search result is one link, so code in it has no scrolling and no copy button. */
const foundComponents: Components = {
  ...components,
  pre: ({ children }) => (
    <pre className="code rounded-control border border-line bg-sunken px-3 py-2.5 whitespace-pre-wrap">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="font-mono text-[0.8125rem]">{children}</code>,
  mark({ node, children }) {
    if (node?.properties['dataHit'] === true) return <HitMark>{children}</HitMark>
    const chip = <EntityChip kind={entityKind(node)} text={textOf(node)} />
    const isHit = node?.children.some(({ type }) => type === 'element') === true
    return isHit ? <HitMark>{chip}</HitMark> : chip
  },
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

interface FoundProps extends Props {
  /** The hits in a piece of the text. */
  rangesIn: RangesIn
}

/** The same for a search result, with its hits highlighted. */
export function FoundMarkdown({ text, handles, rangesIn }: FoundProps): ReactElement {
  const elements = useMemo(() => readMarkdown(text, handles, rangesIn), [text, handles, rangesIn])
  return <div className="space-y-2">{elements}</div>
}

/** Its run time is unbounded unless the caller limits the text's cost first (markup-cost.ts). */
export function readMarkdown(
  text: string,
  handles: ReadonlySet<string>,
  rangesIn: RangesIn | null = null,
): ReactElement {
  const replaced = withPlaceholders(text, entitiesOf(text, handles))
  return ReactMarkdown({
    children: withEndedQuotes(replaced?.text ?? text),
    remarkPlugins: REMARK,
    // after sanitizing, which would remove our elements
    rehypePlugins: [rehypeSanitize, [placeEntities, replaced], [markHits, rangesIn]],
    components: rangesIn ? foundComponents : components,
  })
}

/** Inserts the entities, and drops the line ends between blocks: all others are shown as typed. */
function placeEntities(replaced: Replaced | null) {
  return (root: { children: Content[] }): void => walk(root, replaced, true, true, 0)
}

function walk(
  parent: { children: Content[] },
  replaced: Replaced | null,
  canHaveEntities: boolean,
  isBlockContainer: boolean,
  indents: number,
): void {
  const children: Content[] = []
  for (const [index, child] of parent.children.entries()) {
    if (child.type === 'element') {
      const { tagName, properties } = child
      if (replaced && typeof properties['alt'] === 'string')
        properties['alt'] = replaced.typed(properties['alt'])
      const indent = indents + (INDENTED.has(tagName) ? 1 : 0)
      if (indent > INDENTED_MAX) properties['dataDeep'] = true
      const mayHaveEntities = canHaveEntities && !NO_ENTITIES.has(tagName)
      walk(child, replaced, mayHaveEntities, BLOCK_CONTAINERS.has(tagName), indent)
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

/** Highlights search hits inside any element. */
function markHits(rangesIn: RangesIn | null) {
  return (root: { children: Content[] }): void => {
    if (rangesIn) markIn(root, rangesIn)
  }
}

function markIn(parent: { children: Content[] }, rangesIn: RangesIn): void {
  parent.children = parent.children.flatMap((child): Content[] => {
    if (child.type === 'element') markIn(child, rangesIn)
    return child.type === 'text' ? withHits(child.value, rangesIn) : [child]
  })
}

function withHits(value: string, rangesIn: RangesIn): Content[] {
  const result: Content[] = []
  let from = 0
  const add = (end: number) => {
    if (end > from) result.push({ type: 'text', value: value.slice(from, end) })
    from = end
  }
  for (const [start, end] of rangesIn(value)) {
    add(start)
    const children: Content[] = [{ type: 'text', value: value.slice(start, end) }]
    result.push({ type: 'element', tagName: 'mark', properties: { dataHit: true }, children })
    from = end
  }
  add(value.length)
  return result
}

function isBlock(sibling: Content | undefined): boolean {
  return sibling === undefined || (sibling.type === 'element' && BLOCKS.has(sibling.tagName))
}

/** The text with elements for its entities, or as it was typed where it can't have entities. */
function withEntities(
  value: string,
  { pattern, kindOf, typed }: Replaced,
  canHaveEntities: boolean,
): Content[] {
  if (!canHaveEntities) return [{ type: 'text', value: typed(value) }]
  const result: Content[] = []
  let from = 0
  for (const match of value.matchAll(pattern)) {
    const [whole, sign = ''] = match
    const properties = { dataKind: kindOf(sign) }
    const children: Content[] = [{ type: 'text', value: typed(whole) }]
    if (match.index > from) result.push({ type: 'text', value: typed(value.slice(from, match.index)) })
    result.push({ type: 'element', tagName: 'mark', properties, children })
    from = match.index + whole.length
  }
  if (from < value.length) result.push({ type: 'text', value: typed(value.slice(from)) })
  return result
}

function isDeep(node: Element | undefined): boolean {
  return node?.properties['dataDeep'] === true
}

function entityKind(node: Element | undefined): Entity['kind'] {
  const kind = node?.properties['dataKind']
  return kind === 'topic' || kind === 'task' ? kind : 'mention'
}

function textOf(node: Element | undefined): string {
  return (
    node?.children
      .map((child) => {
        if (child.type === 'text') return child.value
        return child.type === 'element' ? textOf(child) : ''
      })
      .join('') ?? ''
  )
}

function codeOf(node: Element | undefined): { code: string; language: string | undefined } {
  const code = node?.children.find((child) => child.type === 'element')
  const text = textOf(code)
  const names = code?.properties['className']
  const language = Array.isArray(names) ? LANGUAGE.exec(names.join(' '))?.[1]?.toLowerCase() : undefined
  return { code: text.replace(/\n$/, ''), language }
}
