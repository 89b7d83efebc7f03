import { expect, test } from 'vitest'
import { parentPreview } from './preview.ts'

test.for([
  { content: 'short', preview: 'short', because: 'it is shown whole' },
  { content: 'a'.repeat(101), preview: 'a'.repeat(100), because: 'the rest is cut off' },
  { content: '🐦'.repeat(101), preview: '🐦'.repeat(100), because: 'no character is cut in two' },
])('"$content" is quoted as "$preview" because $because', ({ content, preview }) => {
  expect(parentPreview(content)).toBe(preview)
})
