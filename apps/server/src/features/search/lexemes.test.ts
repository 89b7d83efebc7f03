import { parseSearch } from '@flockwork/contract/text/search-query'
import { expect, test } from 'vitest'
import { rankedPieces, vectorOf, wantedPieces } from './lexemes.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const SHORT = Buffer.from(ID.replaceAll('-', ''), 'hex').toString('base64url')
const nobody = () => []

test('a message is indexed as its words with their positions, and a word for each filter', () => {
  const message = {
    seq: 3 * 4096 + 5,
    author_id: ID,
    channel: 'main',
    content: 'go, Crane go',
    topics: ['quay'],
    mentionIds: [ID],
  }
  expect(vectorOf(7, message).split(' ')).toEqual([
    "'7.3*'",
    `'7.3a${SHORT}'`,
    "'7.3cmain'",
    "'7.3tquay'",
    `'7.3m${SHORT}'`,
    "'7.3wgo':1,3",
    "'7.3wcrane':2",
  ])
})

test('a repeated word has at most as many positions as PostgreSQL stores', () => {
  const content = 'ha '.repeat(1600)
  const vector = vectorOf(1, { seq: 1, author_id: ID, channel: 'main', content, topics: [], mentionIds: [] })
  expect(vector.split("'1.0wha':")[1]?.split(',')).toHaveLength(255)
})

test.for([
  { typed: 'crane', text: "(('Bwcrane':*))" },
  { typed: '"go crane"', text: "(('Bwgo' <-> 'Bwcrane'))" },
  { typed: 'go -crane', text: "(('Bwgo')) & !((('Bwcrane')))" },
  { typed: '-crane', text: "'B*' & !((('Bwcrane')))" },
  { typed: '*', text: "'B*'" },
  { typed: '#bug', text: "'Btbug'" },
  { typed: 'crane -#bug', text: "(('Bwcrane')) & !'Btbug'" },
])('$typed becomes $text in each block', ({ typed, text }) => {
  expect(wantedPieces(parseSearch(typed), [], nobody).join('B')).toBe(text)
})

test('a filter with special characters stays one word', () => {
  const filters = [{ kind: 'channel' as const, values: ["it's \\ | x"] }]
  expect(wantedPieces(parseSearch(''), filters, nobody).join('B')).toBe("('Bcit''s \\\\ | x')")
})

test('authors of that name match as well, and a whole word ranks above a prefix', () => {
  expect(wantedPieces(parseSearch('ana'), [], () => [ID]).join('B')).toBe(`(('Bwana':*) | 'Ba${SHORT}')`)
  expect(rankedPieces(parseSearch('ana'), nobody).join('B')).toBe("(('Bwana':*)) | (('Bwana'))")
})
