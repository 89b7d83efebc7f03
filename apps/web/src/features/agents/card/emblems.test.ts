import { expect, test } from 'vitest'
import { emblemOf } from './emblems.ts'

const NOTHING = { emblem_theme: null, emblem_variant: null, emblem_subtype: null }
const PLAIN = { shape: 'ring', line: 'solid', mark: 'none' }

test.for([
  { stored: NOTHING, drawn: PLAIN, because: 'nothing was chosen' },
  {
    stored: { emblem_theme: 'dawn', emblem_variant: 'two', emblem_subtype: 'ring' },
    drawn: PLAIN,
    because: 'nobody knows these words here',
  },
  {
    stored: { emblem_theme: 'shield', emblem_variant: 'dashed', emblem_subtype: 'star' },
    drawn: { shape: 'shield', line: 'dashed', mark: 'star' },
    because: 'each was chosen',
  },
  {
    stored: { ...NOTHING, emblem_variant: 'double' },
    drawn: { ...PLAIN, line: 'double' },
    because: 'one was chosen',
  },
])('$drawn is drawn because $because', ({ stored, drawn }) => {
  expect(emblemOf(stored)).toEqual(drawn)
})
