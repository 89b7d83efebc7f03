import { expect, test } from 'vitest'
import { SEARCH_WORDS_MAX, hasCriteria, highlightsOf, matchesSearch, parseSearch } from './search-query.ts'

const word = (...words: string[]) => ({ words, isPrefix: false })
const begun = (...words: string[]) => ({ words, isPrefix: true })

test.for([
  { typed: 'ship', wanted: [begun('ship')], because: 'the last word may only have begun' },
  { typed: 'ship it', wanted: [word('ship'), begun('it')], because: 'only the last' },
  { typed: '"ship it"', wanted: [word('ship', 'it')], because: 'a closed phrase is whole' },
  { typed: '"ship i', wanted: [begun('ship', 'i')], because: 'an open quote is still being typed' },
  {
    typed: 'dep* now',
    wanted: [begun('dep'), begun('now')],
    because: 'a star says that a word has only begun',
  },
  { typed: 'foo-bar', wanted: [begun('foo', 'bar')], because: 'a hyphen within a word excludes nothing' },
  { typed: 'ship ship ship', wanted: [word('ship'), begun('ship')], because: 'a repeat says nothing new' },
  {
    typed: 'ship -it',
    wanted: [word('ship')],
    excluded: [word('it')],
    because: 'a leading hyphen excludes, the whole word',
  },
  {
    typed: '-"ship it" --now',
    wanted: [],
    excluded: [word('ship', 'it'), word('now')],
    because: 'phrases are excluded, too',
  },
  { typed: "it's", wanted: [begun('it', 's')], because: 'parts of one word are adjacent' },
  {
    typed: 'a:* | b & !(c)',
    wanted: [begun('a'), word('b'), begun('c')],
    because: 'operators of other languages are none here',
  },
  { typed: '#', wanted: [], because: 'a sign alone is no topic' },
  { typed: '#7th', wanted: [begun('7th')], because: 'a topic begins with a letter' },
  { typed: '#dep*', wanted: [begun('dep')], because: 'a topic is whole, its beginning is a word' },
  { typed: '"#bug"', wanted: [word('bug')], because: 'in quotes only words count' },
  { typed: '#a.b', wanted: [begun('a', 'b')], because: 'it is more than a topic' },
])('$typed: $because', ({ typed, wanted, excluded = [] }) => {
  expect(parseSearch(typed)).toEqual({
    isWildcard: false,
    wanted,
    excluded,
    topics: [],
    excludedTopics: [],
  })
})

test.for([
  { typed: '#Bug', topics: ['bug'], because: 'a topic has no case, and its last letters are all of it' },
  { typed: '#bug, #follow-up', topics: ['bug', 'follow-up'], because: 'a comma is none of it' },
  { typed: '#bug -#done', topics: ['bug'], excludedTopics: ['done'], because: 'topics are excluded, too' },
  { typed: '#bug #BUG', topics: ['bug'], because: 'a repeat says nothing new' },
  { typed: '#École #東京', topics: ['école', '東京'], because: 'topics are of any script' },
])('$typed searches for topics: $because', ({ typed, topics, excludedTopics = [] }) => {
  const query = parseSearch(typed)
  expect(query).toEqual({ isWildcard: false, wanted: [], excluded: [], topics, excludedTopics })
  expect(hasCriteria(query)).toBe(true)
})

test('topics count towards the maximum of words', () => {
  const typed = Array.from({ length: SEARCH_WORDS_MAX + 5 }, (_, index) => `#t${index}`).join(' ')
  expect(parseSearch(typed).topics).toHaveLength(SEARCH_WORDS_MAX)
  expect(parseSearch(typed).wanted).toEqual([])
})

test.for(['', '  ', '*', ' * '])('"%s" matches everything', (typed) => {
  expect(parseSearch(typed)).toMatchObject({ isWildcard: true, wanted: [], topics: [] })
  expect(hasCriteria(parseSearch(typed))).toBe(true)
})

test.for(['"', '""', '" "', '-', '---', '- - -', "'", '!!!', '**', '&|!()'.repeat(100), '\\', '-"'])(
  '%s asks for nothing',
  (typed) => {
    expect(hasCriteria(parseSearch(typed))).toBe(false)
  },
)

test('words beyond the maximum are ignored', () => {
  const typed = Array.from({ length: SEARCH_WORDS_MAX + 5 }, (_, index) => `w${index}`).join(' ')
  expect(parseSearch(typed).wanted).toHaveLength(SEARCH_WORDS_MAX)
})

const said = { content: 'The deployment of Émile is done #Follow-up', author: 'ana Ana Lopez' }
test.for([
  { typed: 'deploy', found: true, because: 'it begins a word' },
  { typed: 'deploy done', found: false, because: 'only the last word may have begun' },
  { typed: 'emile deployment', found: true, because: 'order is free and accents are, too' },
  { typed: '"of emile"', found: true, because: 'the words are adjacent' },
  { typed: '"emile of"', found: false, because: 'a phrase has an order' },
  { typed: 'lopez', found: true, because: "the author's names count" },
  { typed: '"lopez the"', found: false, because: 'a phrase is in the text or in the name, never across' },
  { typed: 'done -ana', found: false, because: 'an author can be excluded' },
  { typed: 'done -deploy', found: true, because: 'a whole word is excluded' },
  { typed: '-nothing', found: true, because: 'nothing of it is excluded' },
  { typed: 'done #follow-up', found: true, because: 'it is filed so' },
  { typed: '#follow', found: false, because: 'that is another topic' },
  { typed: '#done', found: false, because: 'a word is no topic' },
  { typed: 'done -#follow-up', found: false, because: 'its topic is excluded' },
  { typed: '*', found: true, because: 'it matches everything' },
])('$typed found=$found because $because', ({ typed, found }) => {
  expect(matchesSearch(parseSearch(typed), said)).toBe(found)
})

test.for([
  { typed: 'deploy', text: '😀 Deployed the deployment', shown: ['Deployed', 'deployment'] },
  { typed: '"the end" end', text: 'the end, the END', shown: ['the end', 'the END'] },
  { typed: '京', text: '東京', shown: ['京'] },
  { typed: '#bug', text: 'a bug, the #Bug and #bugs', shown: ['#Bug'] },
  { typed: '#bug bug', text: 'a bug, the #Bug', shown: ['bug', '#Bug'] },
  { typed: '-deploy', text: 'deploy', shown: [] },
  { typed: '', text: 'anything', shown: [] },
])('$typed is highlighted in $text as $shown', ({ typed, text, shown }) => {
  expect(highlightsOf(parseSearch(typed), text).map(([start, end]) => text.slice(start, end))).toEqual(shown)
})
