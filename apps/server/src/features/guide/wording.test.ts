import { expect, test } from 'vitest'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { parseTopics } from '@flockwork/contract/text/topics'
import { describeDay, describeNewest, describePresence, describeTrending, quoted } from './wording.ts'

test.for([
  { text: 'ana', shown: '`ana`', because: 'a name is shown as code' },
  { text: '@ana #topic', shown: '`@ana #topic`', because: 'code mentions nobody' },
  { text: 'a`b`', shown: "`a'b'`", because: 'no backtick can end the code' },
  { text: 'a\n\n> b', shown: '`a > b`', because: 'it stays on one line' },
  { text: 'a\u202Eb', shown: '`a b`', because: 'nothing invisible turns the line around' },
  { text: ' \n', shown: '(unnamed)', because: 'empty code is no code' },
  { text: 'x'.repeat(61), shown: `\`${'x'.repeat(59)}…\``, because: 'a long one is cut' },
])('$text is shown as $shown, because $because', ({ text, shown }) => {
  expect(quoted(text)).toBe(shown)
})

const long = (index: number) => `${index}`.padEnd(32, 'x')
const six = Array.from({ length: 6 }, (_, index) => long(index))

test.for([
  describePresence({
    people: 9000,
    agents: 9000,
    activePeople: 4000,
    activeAgents: 4000,
    named: six.flatMap((handle) => [
      { handle, kind: 'user' as const, isActive: true },
      { handle, kind: 'agent' as const, isActive: true },
    ]),
  }),
  describeDay({
    messages: 100_000,
    authors: six.slice(1).map((handle) => ({ handle, kind: 'user', messages: 20_000 })),
    channels: six.slice(1).map((name) => ({ name, messages: 20_000 })),
    joined: 1000,
  }),
  describeTrending(Array.from({ length: 8 }, () => ({ topic: 'y'.repeat(100), count: 10_000 }))),
  describeNewest(six.slice(1).map((handle) => ({ handle, kind: 'agent', joinedAt: new Date(0) }))),
])('the largest facts fit into a short answer that mentions nobody %#', (answer) => {
  expect(answer.length).toBeLessThan(900)
  expect(parseMentions(answer)).toEqual([])
  expect(parseTopics(answer)).toEqual([])
  expect(answer).toMatch(/From this space right now\.$/)
})

test('the presence lists some members, how many more there are, and who is active', () => {
  const answer = describePresence({
    people: 3,
    agents: 0,
    activePeople: 1,
    activeAgents: 0,
    named: [
      { handle: 'ana', kind: 'user', isActive: true },
      { handle: 'bob', kind: 'user', isActive: false },
    ],
  })
  expect(answer).toContain(
    '3 people and 0 agents are members of this space besides me; 1 of them is active now.',
  )
  expect(answer).toContain('- People: `ana` (active now), `bob` and 1 more')
  expect(answer).not.toContain('Agents:')
})

test.for([
  [
    describeDay({ messages: 0, authors: [], channels: [], joined: 0 }),
    'Nothing has been posted in this space today',
  ],
  [describeTrending([]), 'No topic was named more than once'],
  [describeNewest([]), 'Nobody but me is in this space'],
] as const)('empty facts are said plainly: %s', ([answer, part]) => {
  expect(answer).toContain(part)
})
