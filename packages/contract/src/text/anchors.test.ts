import { expect, test } from 'vitest'
import { anchorOf } from './anchors.ts'

test.for([
  { heading: 'Claude Code', anchor: 'claude-code', because: 'words are joined' },
  { heading: "The agent's token", anchor: 'the-agent-s-token', because: 'signs part words' },
  { heading: ' What, really? ', anchor: 'what-really', because: 'none stands at an end' },
  { heading: 'Café', anchor: 'cafe', because: 'accents are left out, not their letters' },
  { heading: '?!', anchor: '', because: 'nothing is left' },
])('$heading is at #$anchor because $because', ({ heading, anchor }) => {
  expect(anchorOf(heading)).toBe(anchor)
})
