import { expect, test } from 'vitest'
import { unsentTexts } from './unsent-texts.ts'

test.for([
  { drafts: {}, pending: [], texts: [], because: 'nothing was typed' },
  {
    drafts: { composer: 'half a thought', 'reply:m1': ' and another ' },
    pending: [{ content: 'on its way' }],
    texts: ['on its way', 'half a thought', 'and another'],
    because: 'what was sent off comes first',
  },
  {
    drafts: { composer: 'twice', 'reply:m1': 'twice', 'edit:m2': '  ' },
    pending: [],
    texts: ['twice'],
    because: 'each text shows once, and blanks not at all',
  },
  {
    drafts: { 'task:new': '{"title":"Roof"}' },
    pending: [],
    texts: ['a new task'],
    because: 'a form has its words',
  },
])('of what is unsent there shows $texts: $because', ({ drafts, pending, texts }) => {
  const textOf = (key: string, stored: string) => (key === 'task:new' ? 'a new task' : stored)
  expect(unsentTexts(drafts, pending, textOf)).toEqual(texts)
})
