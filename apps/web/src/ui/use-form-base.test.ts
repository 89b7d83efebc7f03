import { expect, test } from 'vitest'
import { othersChanges } from './use-form-base.ts'

const BASE = { name: 'Lab', tools: ['search'] }

test.for([
  { now: {}, typed: { name: 'Mine' }, shown: {}, because: 'nobody changed anything' },
  { now: { name: 'Theirs' }, typed: {}, shown: { name: 'Theirs' }, because: 'nothing was typed there' },
  { now: { name: 'Theirs' }, typed: { name: 'Mine' }, shown: {}, because: 'what was typed stays' },
  { now: { tools: ['search'] }, typed: {}, shown: {}, because: 'an equal list is no change' },
  {
    now: { name: 'Theirs', tools: [] },
    typed: { name: 'Mine' },
    shown: { tools: [] },
    because: 'each field is by itself',
  },
])('while others make it $now and $typed is typed, the form takes over $shown: $because', (row) => {
  expect(othersChanges(BASE, { ...BASE, ...row.now }, { ...BASE, ...row.typed })).toEqual(row.shown)
})
