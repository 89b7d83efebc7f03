import { expect, test } from 'vitest'
import { nameMentions } from '../preparing/prepared.ts'
import { markdownOf } from './text.ts'

const NAMES = new Map([
  ['Mateo Ruiz', '10'],
  ['Priya', '11'],
])
const HANDLES = new Map([
  ['10', 'mateo'],
  ['11', 'priya'],
])

test.for([
  ['plain words', 'hello **there**', 'hello **there**'],
  ['a mention', 'hi @**Mateo Ruiz**!', 'hi @mateo!'],
  ['a mention by id', '@**Somebody|11** look', '@priya look'],
  ['a silent mention', '@_**Priya|11** said', '@priya said'],
  ['a mention of nobody', '@**Nobody Here**', '@Nobody Here'],
  ['everyone', '@**all** lunch', '@all lunch'],
  ['a group', '@*designers*', '@designers'],
  ['a channel and topic', 'see #**general>lunch**', 'see #general>lunch'],
  ['emoji', 'done :tada:', 'done 🎉'],
  ['an emoji of the place’s own', ':zulip:', ':zulip:'],
  ['what is in inline code', '`@**Priya** :tada:`', '`@**Priya** :tada:`'],
  ['what is in a block of code', '```python\n@**Priya**\n```', '```python\n@**Priya**\n```'],
  ['a block of quotes', '```quote\nsaid\nso\n```\nyes', '> said\n> so\nyes'],
  ['code in a quote', '````quote\n```\nx\n```\n````', '> ```\n> x\n> ```'],
  ['a spoiler', '```spoiler The end\nhe dies\n```', 'The end\nhe dies'],
  ['mathematics', '```math\nx^2\n```', '```math\nx^2\n```'],
  ['a time', '<time:2024-03-01T09:00:00Z>', '2024-03-01T09:00:00Z'],
  ['a file', '[plan.pdf](/user_uploads/2/ab/plan.pdf)', '(plan.pdf)'],
  ['a picture', '![](/user_uploads/2/ab/x.png)', '(a file)'],
  ['me', '/me waves', '_waves_'],
  ['a block that isn’t closed', '```quote\nsaid', '> said'],
] as const)('%s', ([, from, to]) => {
  const text = markdownOf(from, (name) => NAMES.get(name))
  expect(nameMentions(text, (id) => HANDLES.get(id))).toBe(to)
})

test('long hostile texts are converted fast', () => {
  const texts = [
    '@**'.repeat(20_000),
    '['.repeat(40_000),
    '`'.repeat(40_000),
    '```quote\n'.repeat(5000),
    '<time:'.repeat(10_000),
    `[${'a'.repeat(40_000)}`,
  ]
  const startedAt = performance.now()
  for (const text of texts) markdownOf(text, () => undefined)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
