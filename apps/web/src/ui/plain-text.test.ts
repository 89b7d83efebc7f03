import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

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
])('"$markdown" reads "$text"', ({ markdown, text }) => {
  expect(plainText(markdown)).toBe(text)
})
