import { expect, test } from 'vitest'
import { plainLines, plainText } from './plain-text.ts'

test.for([
  { markdown: '**Build** failed: `npm test`', text: 'Build failed: npm test' },
  { markdown: '# Plan\n\n- one\n- two\n1. three', text: 'Plan one two three' },
  { markdown: '> quoted\nanswer', text: 'quoted answer' },
  { markdown: '```ts\nconst a = 1\n```\ndone', text: 'const a = 1 done' },
  { markdown: 'see [the log](https://example.org/log)', text: 'see the log' },
  { markdown: 'an *important* word', text: 'an important word' },
  { markdown: '2 * 3 * 4 and snake_case_name', text: '2 * 3 * 4 and snake_case_name' },
  { markdown: '<b>@ana</b> & co', text: '<b>@ana</b> & co' },
  { markdown: '  spaced\t out \n\n text ', text: 'spaced out text' },
  { markdown: '| Check | Result |\n| --- | :-: |\n| tests | **ok** |', text: 'Check, Result; tests, ok' },
  { markdown: 'Done:\n\na | b\n-|-\n1 | 2\n\nbye', text: 'Done: a, b; 1, 2 bye' },
  { markdown: '|a|b|\n|-|-|\n||x \\| y|', text: 'a, b; x | y' },
  { markdown: '|a|\n|-|\n|1|\n# after', text: 'a; 1 after' },
  { markdown: 'a | b\n---\nc | d', text: 'a | b --- c | d' },
  { markdown: 'ls | wc\n| not a table |', text: 'ls | wc | not a table |' },
  { markdown: '```\n|a|b|\n|-|-|\n```\n|c|d|\n|-|-|', text: '|a|b| |-|-| c, d' },
])('"$markdown" reads "$text"', ({ markdown, text }) => {
  expect(plainText(markdown)).toBe(text)
})

test.for([
  { markdown: '| Check | Result |\n| --- | --- |\n| tests | ok |', lines: ['Check, Result', 'tests, ok'] },
  { markdown: '# Plan\n\n- one\n```\n', lines: ['Plan', 'one'] },
  { markdown: ' \n', lines: [] },
])('"$markdown" has the lines $lines', ({ markdown, lines }) => {
  expect(plainLines(markdown)).toEqual(lines)
})
