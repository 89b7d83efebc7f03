import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Markdown, readMarkdown } from './markdown.tsx'

// internal links are recognised by the page's origin
vi.stubGlobal('location', { origin: 'https://flockwork.example' })

const NOBODY: ReadonlySet<string> = new Set()

/** What a reader sees of a text. */
function shown(text: string): string {
  return renderToStaticMarkup(createElement(Markdown, { text, handles: NOBODY }))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

test.each([
  { because: 'HTML between lines is text', text: 'see\n\n<div class="a">b</div>\n\nthere' },
  { because: 'HTML in a line is text', text: 'press <kbd>k</kbd> twice' },
  { because: 'an element alone is text', text: '<MyComponent />' },
  { because: 'a generic type is text', text: 'use Map<string, number> here' },
  { because: 'a comment is text', text: '<!-- not for later -->' },
  { because: 'HTML in a list is text', text: '<b>one</b>' },
  { because: 'a definition that nothing refers to is text', text: '[docs]: https://example.org' },
  { because: 'a footnote that nothing refers to is text', text: '[^1]: as said' },
])('$because', ({ text }) => {
  expect(shown(text).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
})

test.each([
  { because: 'an image without words shows its address', text: '![](https://example.org/a.png)' },
  { because: 'a link without words shows its address', text: 'x [](https://example.org/a)' },
])('$because', ({ text }) => {
  expect(shown(text)).toContain('https://example.org/a')
})

test('a reference still becomes a link, and its definition is not repeated', () => {
  expect(shown('[docs][1]\n\n[1]: https://example.org')).toBe('docs')
})

test.each(['#', '>', '```', '- ', '[](x)'])('a text that consists only of %s is visible', (text) => {
  expect(shown(text).trim()).not.toBe('')
})

/** All texts and entities in the tree that the Markdown parser built. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  if (Array.isArray(node)) return node.flatMap(texts)
  if (typeof node !== 'object' || node === null || !('props' in node)) return []
  const { children, text, alt, code } = node.props as Record<string, unknown>
  return [text, alt, code, children].flatMap(texts)
}

test.each([
  { because: 'it is in a link', text: '[T-12](https://example.org)' },
  { because: 'it is in emphasis within a word', text: 'a*T-12*b' },
  { because: 'it is the text of an image', text: '![T-12 by @ana](https://example.org/a.png)' },
  { because: 'a list, a heading and a table have it', text: '# T-1\n- T-2\n\n| T-3 |\n| - |\n| #t T-4 |' },
  { because: 'it is HTML', text: '<T-12> <b title="T-13">x</b>' },
  { because: 'it begins an address', text: 'T-12@example.org T-12 https://example.org/T-12' },
  { because: 'it also occurs in code', text: '`T-12` T-12\n\n    T-12\n```\nT-12\n```' },
  { because: 'it is a footnote', text: 'x[^T-12]\n\n[^T-12]: T-13' },
])('no placeholder of an entity is ever shown: $because', ({ text }) => {
  const shownTexts = texts(readMarkdown(text, new Set(['ana'])))
  expect(shownTexts.join(' ')).toContain('T-1')
  expect(shownTexts.join('')).not.toMatch(/[⸚⸛ꓔ]/)
})

test('nesting deeper than six levels adds no indentation', () => {
  const deep = Array.from({ length: 10 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n')
  const html = renderToStaticMarkup(createElement(Markdown, { text: `${'> '.repeat(10)}x`, handles: NOBODY }))
  expect(html.match(/<blockquote[^>]* ps-3/g)).toHaveLength(6)
  expect(html.match(/<blockquote/g)).toHaveLength(10)
  const list = renderToStaticMarkup(createElement(Markdown, { text: deep, handles: NOBODY }))
  expect(list.match(/<ul[^>]* ps-5/g)).toHaveLength(6)
  expect(list.match(/<ul/g)).toHaveLength(10)
})
