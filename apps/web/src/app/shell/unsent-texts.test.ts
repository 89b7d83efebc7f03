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
    drafts: {
      'task:new': JSON.stringify({ title: 'Mend the roof', priority: 'high', text: 'Soon, please' }),
    },
    pending: [],
    texts: ['Mend the roof\n\nSoon, please'],
    because: 'of a form its texts show',
  },
  {
    drafts: { composer: '{ not json' },
    pending: [],
    texts: ['{ not json'],
    because: 'a brace begins a text',
  },
  {
    drafts: { 'task:new': '{"title":"Roof"}' },
    pending: [],
    texts: ['{"title":"Roof"}'],
    because: 'nothing is left out',
  },
])('of what is unsent there shows $texts: $because', ({ drafts, pending, texts }) => {
  expect(unsentTexts(drafts, pending)).toEqual(texts)
})
