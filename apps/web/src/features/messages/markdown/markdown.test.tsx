import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'

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

test.each(['#', '>', '```', '- ', '[](x)'])('a text of nothing but %s is visible', (text) => {
  expect(shown(text).trim()).not.toBe('')
})
