/**
 * The indexed words of a message, and queries for them. Each word is prefixed with its space and block
 * (migrations/0001_schema.sql, message_words) and a letter for its kind. Filters are words, too, and cost the same.
 */
import type { SearchQuery, SearchTerm } from '@flockwork/contract/text/search-query'
import { wordsOf } from '@flockwork/contract/text/words'

/** As in migrations/functions/search_words.sql. */
const BLOCK_NUMBERS = 2 ** 12
/** PostgreSQL's maximum number of positions of a word, and its maximum position. */
const POSITIONS_MAX = 255
const POSITION_MAX = 16_383

type Kind = 'word' | 'author' | 'channel' | 'topic' | 'mention'
const LETTERS: Readonly<Record<Kind, string>> = {
  word: 'w',
  author: 'a',
  channel: 'c',
  topic: 't',
  mention: 'm',
}
/** A word that every message has. */
const ANY = '*'

export interface IndexedMessage {
  readonly seq: number
  readonly author_id: string
  readonly channel: string
  readonly content: string
  readonly topics: readonly string[]
  readonly mentionIds: readonly string[]
}

/** The text of the message's tsvector. */
export function vectorOf(spaceNumber: number, message: IndexedMessage): string {
  const block = `${spaceNumber}.${Math.floor(message.seq / BLOCK_NUMBERS)}`
  const positions = new Map<string, number[]>()
  for (const [index, { word }] of wordsOf(message.content).entries()) {
    const known = positions.get(word)
    if (known === undefined) positions.set(word, [index + 1])
    else if (known.length < POSITIONS_MAX && index < POSITION_MAX) known.push(index + 1)
  }
  const facts = [
    ANY,
    nameOf('author', message.author_id),
    nameOf('channel', message.channel),
    ...message.topics.map((topic) => nameOf('topic', topic)),
    ...message.mentionIds.map((id) => nameOf('mention', id)),
  ]
  const words = [...positions].map(([word, at]) => `'${block}${nameOf('word', word)}':${at.join(',')}`)
  return [...facts.map((name) => `'${block}${escaped(name)}'`), ...words].join(' ')
}

function nameOf(kind: Kind, value: string): string {
  const isId = kind === 'author' || kind === 'mention'
  return LETTERS[kind] + (isId ? Buffer.from(value.replaceAll('-', ''), 'hex').toString('base64url') : value)
}

function escaped(name: string): string {
  return name.replaceAll('\\', '\\\\').replaceAll("'", "''")
}

/** A query, split where the block prefix must be inserted. */
export type Pieces = readonly string[]

export interface Filter {
  readonly kind: Exclude<Kind, 'word'>
  /** A message must have one of them. */
  readonly values: readonly string[]
}

/** The accounts of the space whose names match a term. */
export type AuthorsOf = (term: SearchTerm) => readonly string[]

/** What a message must have to match. */
export function wantedPieces(query: SearchQuery, filters: readonly Filter[], authorsOf: AuthorsOf): Pieces {
  const wanted = query.wanted.map((term) => termOf(term, authorsOf(term)))
  const excluded = query.excluded.map((term) => ['!(', ...termOf(term, authorsOf(term)), ')'])
  const filtered = filters.map(({ kind, values }) =>
    anyOf(values.map((value) => lexeme(nameOf(kind, value)))),
  )
  const topics = query.topics.map((topic) => lexeme(nameOf('topic', topic)))
  const excludedTopics = query.excludedTopics.map((topic) => ['!', ...lexeme(nameOf('topic', topic))])
  const positive = [...wanted, ...topics, ...filtered]
  const required = positive.length > 0 ? positive : [lexeme(ANY)]
  return toPieces(joined([...required, ...excluded, ...excludedTopics], ' & '))
}

/** What matches are ranked by: a whole word counts more than a prefix. */
export function rankedPieces({ wanted }: SearchQuery, authorsOf: AuthorsOf): Pieces {
  const terms = wanted.flatMap((term) => [
    termOf(term, authorsOf(term)),
    ...(term.isPrefix ? [termOf({ ...term, isPrefix: false }, [])] : []),
  ])
  return toPieces(joined(terms, ' | '))
}

const BLOCK = Symbol('the prefix of a block')
type Part = string | typeof BLOCK

function lexeme(name: string, suffix = ''): Part[] {
  return ["'", BLOCK, `${escaped(name)}'${suffix}`]
}

function termOf({ words, isPrefix }: SearchTerm, authorIds: readonly string[]): Part[] {
  const phraseWords = words.map((word, index) =>
    lexeme(nameOf('word', word), isPrefix && index === words.length - 1 ? ':*' : ''),
  )
  const phrase = ['(', ...joined(phraseWords, ' <-> '), ')']
  return anyOf([phrase, ...authorIds.map((id) => lexeme(nameOf('author', id)))])
}

function anyOf(alternatives: readonly (readonly Part[])[]): Part[] {
  return ['(', ...joined(alternatives, ' | '), ')']
}

function joined(parts: readonly (readonly Part[])[], by: string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [by, ...part]))
}

function toPieces(parts: readonly Part[]): Pieces {
  const pieces = ['']
  for (const part of parts) {
    if (part === BLOCK) pieces.push('')
    else pieces.push(`${pieces.pop() ?? ''}${part}`)
  }
  return pieces
}
