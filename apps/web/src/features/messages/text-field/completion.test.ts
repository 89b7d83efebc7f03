import type { RosterItem } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { complete, mentionCandidates, taskCandidates, topicCandidates, triggerAt } from './completion.ts'

test.for([
  { text: 'ask @sc', trigger: { kind: 'mention', query: 'sc', start: 4 }, because: 'a name begins' },
  { text: '@', trigger: { kind: 'mention', query: '', start: 0 }, because: '@ alone offers everyone' },
  { text: 'see #Bu', trigger: { kind: 'topic', query: 'Bu', start: 4 }, because: 'a topic begins' },
  { text: '#', trigger: null, because: 'it may become a heading' },
  { text: 'issue #12', trigger: null, because: 'a topic begins with a letter' },
  { text: 'ana@sc', trigger: null, because: 'that is an e-mail address' },
  { text: '`@sc', trigger: { kind: 'mention', query: 'sc', start: 1 }, because: 'the code is not closed' },
  { text: '> @sc', trigger: null, because: 'a quote mentions nobody' },
  { text: 'see T-', trigger: { kind: 'task', query: '', start: 4 }, because: 'the name of a task begins' },
  { text: 'T-12', trigger: { kind: 'task', query: '12', start: 0 }, because: 'its number begins' },
  {
    text: '(T-tok',
    trigger: { kind: 'task', query: 'tok', start: 1 },
    because: 'a word of its title begins',
  },
  { text: 't-1', trigger: null, because: 'a name has a capital' },
  { text: 'AT-1', trigger: null, because: 'it is part of a longer word' },
  { text: '#T-1', trigger: { kind: 'topic', query: 'T-1', start: 0 }, because: 'it is a topic' },
  { text: 'hi @sc there', trigger: null, because: 'the caret is past the name' },
])('in "$text" the list opens or not because $because', ({ text, trigger }) => {
  expect(triggerAt(text, text.length)).toEqual(trigger)
})

test.for([
  { before: 'ask @sc', after: '', shown: 'ask @scout ', caret: 11, because: 'a space follows the name' },
  { before: '@sc', after: ' now', shown: '@scout now', caret: 7, because: 'there is one already' },
])('completing: $because', ({ before, after, shown, caret }) => {
  const trigger = triggerAt(before + after, before.length)
  if (!trigger) throw new Error('no trigger')
  expect(complete(before + after, before.length, trigger, 'scout')).toEqual({ text: shown, caret })
})

test('completing a task replaces what was typed with its full name', () => {
  const trigger = triggerAt('see T-tok', 9)
  if (!trigger) throw new Error('no trigger')
  expect(complete('see T-tok', 9, trigger, '12')).toEqual({ text: 'see T-12 ', caret: 9 })
})

const RECENT = [
  { id: '1', display_id: 'T-21', title: 'Ship it', status: 'completed' },
  { id: '2', display_id: 'T-12', title: 'Batch the token check', status: 'available' },
  { id: '3', display_id: 'T-2', title: 'Write release notes', status: 'blocked' },
] as const
const FOUND = { id: '4', display_id: 'T-4', title: 'Old one', status: 'available' } as const

test.for([
  { query: '', found: [], names: ['T-12', 'T-2', 'T-21'], because: 'open ones come first' },
  { query: '2', found: [], names: ['T-2', 'T-21'], because: 'these numbers begin with it' },
  { query: 'TOK', found: [], names: ['T-12'], because: 'a word of the title begins with it' },
  { query: 'oken', found: [], names: [], because: 'no word begins with it' },
  { query: 're', found: [FOUND], names: ['T-2', 'T-4'], because: 'the server finds others by their notes' },
  { query: '1', found: [RECENT[1]], names: ['T-12'], because: 'each is offered once' },
])('"T-$query" offers $names because $because', ({ query, found, names }) => {
  const candidates = taskCandidates<(typeof RECENT)[number] | typeof FOUND>(RECENT, found, query)
  expect(candidates.map(({ display_id }) => display_id)).toEqual(names)
})

function member(handle: string, type: 'user' | 'agent', last_active: string | null = null): RosterItem {
  return {
    id: handle,
    type,
    handle,
    display_name: handle === 'ana' ? 'Ana Ruiz' : handle,
    avatar_url: null,
    workspace_id: 'space',
    team_id: null,
    team_name: null,
    metadata: { agent_id: null },
    presence: { status: 'active', last_active },
    owner_user: null,
  }
}

const PEOPLE = [
  member('ana', 'user', '2026-01-01T10:00:00.000Z'),
  member('lint', 'agent', '2026-01-01T11:00:00.000Z'),
  member('atlas', 'agent', '2026-01-01T12:00:00.000Z'),
  member('chirpy', 'agent'),
  member('bo', 'user'),
]

test.for([
  { query: '', found: ['atlas', 'lint', 'ana', 'chirpy'], because: 'the most recently active come first' },
  { query: 'a', found: ['atlas', 'ana'], because: 'both begin with it' },
  { query: 'ru', found: ['ana'], because: 'a part of a name begins with it' },
  { query: 'int', found: ['lint'], because: 'a handle contains it' },
])('"@$query" offers $found because $because', ({ query, found }) => {
  expect(mentionCandidates(PEOPLE, query, 'bo').map(({ handle }) => handle)).toEqual(found)
})

test('topics come most used first, and the one typed in full is no suggestion', () => {
  const topics = ['bug', 'build', 'bug', 'debug', 'dev']
  expect(topicCandidates(topics, 'bu').map(({ topic }) => topic)).toEqual(['bug', 'build', 'debug'])
  expect(topicCandidates(topics, 'bug').map(({ topic }) => topic)).toEqual(['debug'])
})
