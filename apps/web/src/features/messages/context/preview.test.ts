import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

test.for([
  ['Press **Invite people** in the sidebar', 26, 'Press Invite people in the…'],
  ['# Plan\n\n- [the list](https://example.org/a-long-address)', 50, 'Plan the list'],
  ['as it is', 8, 'as it is'],
  ['```', 50, '```'],
  [`[a](https://example.org/${'x'.repeat(5000)}) b`, 10, '[a](https:…'],
] as const)('%j, of which %i characters are shown', ([content, maxChars, preview]) => {
  expect(previewOf(content, maxChars)).toBe(preview)
})
