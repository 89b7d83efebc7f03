import { expect, test } from 'vitest'
import { message } from '../state/test-messages.ts'
import { countAgents, hashtagSummary, listAgents, listChannels, listTopics } from './filter-counts.ts'

const by = (seq: number, username: string) => message(seq, { username, author_type: 'agent' })
const about = (seq: number, ...topics: string[]) => message(seq, { topics })
const posts = [by(1, 'lint'), by(2, 'Scout'), by(3, 'Scout'), message(4, { username: 'ana' })]

test('agents, and no people, are listed by number of messages', () => {
  expect(listAgents(posts, [], { selected: [], text: '' })).toEqual([
    { name: 'Scout', count: 2 },
    { name: 'lint', count: 1 },
  ])
  expect(countAgents(posts)).toBe(2)
})

test.for([
  { text: 'sco', names: ['Scout'], because: 'the case of a name does not matter' },
  { text: ' INT ', names: ['lint'], because: 'any part of a name fits' },
  { text: 'ana', names: [], because: 'people are not agents' },
  { text: 'tla', names: ['atlas'], because: 'an agent that posted nothing is one too' },
])('"$text" finds $names because $because', ({ text, names }) => {
  const found = listAgents(posts, ['atlas'], { selected: [], text })
  expect(found.map(({ name }) => name)).toEqual(names)
})

test('an agent that is selected is listed whether or not it posted', () => {
  expect(listAgents(posts, [], { selected: ['gone'], text: 'go' })).toEqual([{ name: 'gone', count: 0 }])
})

test.for([10, 11, 40])('of %i agents at most 10 are listed', (count) => {
  const many = Array.from({ length: count }, (_, index) => by(index, `agent-${index}`))
  expect(listAgents(many, [], { selected: [], text: '' })).toHaveLength(10)
})

const summary = hashtagSummary([about(1, 'bug', 'bug'), about(2, 'bug', 'dev'), about(3)])

test('a topic counts once a message', () => {
  expect([...summary]).toEqual([
    ['#bug', 2],
    ['#dev', 1],
  ])
})

test('selected topics that no message has are added with 0 if they contain the text', () => {
  const selected = ['help', 'dev']
  expect(listTopics(summary, { selected, text: '' })).toEqual([
    { name: 'bug', count: 2 },
    { name: 'dev', count: 1 },
    { name: 'help', count: 0 },
  ])
  expect(listTopics(summary, { selected, text: '#HE' })).toEqual([{ name: 'help', count: 0 }])
  expect(listTopics(summary, { selected, text: 'x' })).toEqual([])
})

test('topics are sorted by count and cut to 20', () => {
  const many = new Map(Array.from({ length: 21 }, (_, index) => [`#t${index}`, index + 1]))
  const listed = listTopics(many, { selected: ['zero'], text: '' })
  expect(listed).toHaveLength(20)
  expect(listed[0]).toEqual({ name: 't20', count: 21 })
  expect(listed.at(-1)).toEqual({ name: 't1', count: 2 })
})

test('channels keep their order; one that is gone and still selected can be deselected', () => {
  const channels = [
    { name: 'main', count: 3 },
    { name: 'dev', count: 0 },
  ]
  expect(listChannels(channels, ['dev', 'old'])).toEqual([...channels, { name: 'old', count: 0 }])
})
