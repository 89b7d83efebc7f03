import { MESSAGE_DEPTH_SHOWN } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { costAsMarkdown, MARKUP_COST_MAX, markupCost } from './markup-cost.ts'

const SECTION = `## What changed today

The listener of **scout** reconnects by itself, see [the log](https://example.org/log) and \`retry.ts\`.

- Waits of \`backoff\` double up to a minute
- **Lost** events are fetched again
  - one by one where the page is *full*
- Tests: 120 passed

| File | Lines |
| --- | ---: |
| retry.ts | 120 |
`

const CODE = `Here is the code:

\`\`\`ts
${'for (const [key, value] of entries) result[key] = value * 2 // see [docs] and *notes* <here>\n'.repeat(52)}\`\`\`
`

test.for([
  { name: 'a paragraph', text: 'Nice find. I’ll **take** it.' },
  { name: 'a report of 5,000 characters', text: SECTION.repeat(12).slice(0, 5000) },
  { name: 'code of 5,000 characters', text: CODE.slice(0, 5000) },
  { name: `${MESSAGE_DEPTH_SHOWN} levels`, text: `${'> '.repeat(MESSAGE_DEPTH_SHOWN)}x` },
])('$name is parsed', ({ text }) => {
  expect(costAsMarkdown(text)).toBe(markupCost(text))
})

test.for([
  { name: 'one level more', text: `${'> '.repeat(MESSAGE_DEPTH_SHOWN + 1)}x` },
  { name: 'items in each other', text: '- '.repeat(2500) },
  { name: 'a thousand items', text: '- a\n'.repeat(1000) },
  { name: 'thousands of emphases', text: '*a* '.repeat(1250) },
  { name: 'thousands of brackets', text: ']'.repeat(5000) },
  {
    name: 'a table of 390,000 cells',
    text: `${'|a'.repeat(625)}|\n${'|-'.repeat(625)}|\n${'|\n'.repeat(1240)}`,
  },
  { name: 'references to a long address', text: `[a]: //${'x'.repeat(2500)}\n\n${'[a]'.repeat(800)}` },
])('$name are shown as typed', ({ text }) => {
  expect(costAsMarkdown(text)).toBeNull()
})

const MARKUP = '*a* '.repeat(1000)

test.for([
  { because: 'a fence that is indented ends no code', text: `\`\`\`\n    \`\`\`\n\`\`\`\n${MARKUP}` },
  { because: 'a fence of an item ends with it', text: `- \`\`\`\n${MARKUP}` },
  { because: 'a shorter fence ends no code', text: `\`\`\`\`\n\`\`\`\n\`\`\`\`\n${MARKUP}` },
  { because: 'HTML goes on over a fence', text: `<div>\n\`\`\`\n\n\`\`\`\n\`\`\`\n${MARKUP}` },
  { because: 'a fence ends at a carriage return, too', text: `\`\`\`\r\`\`\`\r${MARKUP}` },
])('what only looks like code is counted as markup: $because', ({ text }) => {
  expect(markupCost(text)).toBeGreaterThan(MARKUP_COST_MAX)
})
