import { expect, test } from 'vitest'
import { asks, decisionIn } from './phrases.ts'

test.for([
  { text: 'Decided: we ship on Friday', is: 'made', because: 'it says so' },
  { text: 'After the call we decided to keep both.', is: 'made', because: 'a sentence reports it' },
  { text: 'Decision: PostgreSQL', is: 'made', because: 'a heading does' },
  { text: 'Agreed, blue it is', is: 'made', because: 'somebody agrees' },
  { text: 'let’s go with the second draft', is: 'made', because: 'a typographic apostrophe is one' },
  { text: 'We will move the demo to Tuesday', is: 'planned', because: 'it plans for all' },
  { text: '✅ the budget', is: 'made', because: 'a check mark needs no words' },
  { text: 'Looks good. We’re going with B. More tomorrow?', is: 'made', because: 'another sentence asks' },
  { text: 'Have we decided on a date?', is: undefined, because: 'it asks' },
  { text: 'We have not decided yet', is: undefined, because: 'it denies it' },
  { text: "we haven't agreed on the colour", is: undefined, because: 'a short form denies, too' },
  { text: 'Once it is approved I start', is: undefined, because: 'that is still to come' },
  { text: 'I wonder who decided that', is: undefined, because: 'it is about who did' },
  { text: 'we will see', is: undefined, because: 'that plans nothing' },
  { text: '> decided: tomorrow\n\nreally', is: undefined, because: 'it quotes' },
  { text: '```\napproved = true\n```', is: undefined, because: 'code decides nothing' },
  { text: 'The undecided ones wait', is: undefined, because: 'the word is part of another' },
  { text: '', is: undefined, because: 'there is nothing' },
])('"$text" is a decision: $is, because $because', ({ text, is }) => {
  expect(decisionIn(text)).toBe(is)
})

test.for([
  { text: 'Can anybody look at the crane?', is: true, because: 'it ends so' },
  { text: 'Is it blue? I think so.', is: true, because: 'one of its sentences does' },
  { text: '**Where is it?**', is: true, because: 'marks of Markdown may follow' },
  { text: '什么时候发布？', is: true, because: 'other scripts have signs of their own' },
  { text: 'متى؟', is: true, because: 'other scripts have signs of their own' },
  { text: 'ready?🙂', is: true, because: 'an emoji may follow' },
  { text: 'see https://example.org/?q=a', is: false, because: 'an address asks nothing' },
  { text: 'see https://example.org/a?', is: false, because: 'an address asks nothing' },
  { text: '`a ? b : c`', is: false, because: 'code asks nothing' },
  { text: '> why?\n\nbecause', is: false, because: 'a quote asks nothing' },
  { text: '???', is: false, because: 'there is no word' },
  { text: 'x?y:z', is: false, because: 'it stands between letters' },
  { text: 'All done.', is: false, because: 'it tells' },
])('"$text" is a question: $is, because $because', ({ text, is }) => {
  expect(asks(text)).toBe(is)
})
