import { parseSearch } from '@flockwork/contract/text/search-query'
import { expect, test } from 'vitest'
import { indexAuthors } from './author-names.ts'

const authors = [
  { id: 'anabel', handle: 'anabel', displayName: 'Anabel' },
  { id: 'ana', handle: 'ana', displayName: 'Ana Lindström' },
  { id: 'bot', handle: 'build-bot', displayName: 'Robot for builds' },
  { id: 'bob', handle: 'bob', displayName: 'Bob the Build Bot' },
]
const many = Array.from({ length: 5000 }, (_, index) => ({
  id: String(index),
  handle: `agent${index}`,
  displayName: `Agent ${index}`,
}))

test.for([
  { typed: 'ana', ids: ['ana', 'anabel'], because: 'a whole name comes before a prefix' },
  { typed: '"ana"', ids: ['ana'], because: 'a phrase is of whole words' },
  { typed: 'LINDSTROM', ids: ['ana'], because: 'case and accents make no difference' },
  { typed: '"build bot"', ids: ['bot', 'bob'], because: 'a handle has words, too' },
  { typed: '"robot builds"', ids: [], because: 'the words of a phrase are adjacent' },
  { typed: '"anabel ana"', ids: [], because: 'a phrase is within one name' },
  { typed: 'nobody', ids: [], because: 'not everybody is found' },
])('$typed finds $ids: $because', async ({ typed, ids }) => {
  const [term] = parseSearch(typed).wanted
  expect(term && (await indexAuthors(authors))(term)).toEqual(ids)
})

test('a term finds at most 20 authors, and among them the one of that name', async () => {
  const [term] = parseSearch('agent4321').wanted
  const [prefix] = parseSearch('agent').wanted
  const authorsOf = await indexAuthors(many)
  expect(term && authorsOf(term)).toEqual(['4321'])
  expect(prefix && authorsOf(prefix)).toHaveLength(20)
})

test('other requests have a turn while the names of thousands of authors are read', async () => {
  let turns = 0
  let isOver = false
  const countTurns = () => {
    turns += 1
    if (!isOver) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  await indexAuthors(many)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(9)
})
