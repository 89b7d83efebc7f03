/**
 * The words of a message as the index keeps them, and queries in the same terms. Each begins with its space and
 * block (migrations/0001_schema.sql) and a letter for what it is; what a search filters by is a word as well, so
 * that a filter costs what a word costs.
 */
import type { SearchQuery, SearchTerm } from '@flockwork/contract/text/search-query'
import { wordsOf } from '@flockwork/contract/text/words'

/** As in search_words() of the migration. */
const BLOCK_NUMBERS = 2 ** 12
/** PostgreSQL keeps no more places of one word, and none further in. */
const PLACES_MAX = 255
const PLACE_MAX = 16_383

type Kind = 'word' | 'author' | 'channel' | 'topic' | 'mention'
const LETTERS: Readonly<Record<Kind, string>> = {
  word: 'w',
  author: 'a',
  channel: 'c',
  topic: 't',
  mention: 'm',
}
/** Every message has it. */
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
  const places = new Map<string, number[]>()
  for (const [index, { word }] of wordsOf(message.content).entries()) {
    const known = places.get(word)
    if (known === undefined) places.set(word, [index + 1])
    else if (known.length < PLACES_MAX && index < PLACE_MAX) known.push(index + 1)
  }
  const facts = [
    ANY,
    nameOf('author', message.author_id),
    nameOf('channel', message.channel),
    ...message.topics.map((topic) => nameOf('topic', topic)),
    ...message.mentionIds.map((id) => nameOf('mention', id)),
  ]
  const words = [...places].map(([word, at]) => `'${block}${nameOf('word', word)}':${at.join(',')}`)
  return [...facts.map((name) => `'${block}${escaped(name)}'`), ...words].join(' ')
}

function nameOf(kind: Kind, value: string): string {
  const isId = kind === 'author' || kind === 'mention'
  return LETTERS[kind] + (isId ? Buffer.from(value.replaceAll('-', ''), 'hex').toString('base64url') : value)
}

function escaped(name: string): string {
  return name.replaceAll('\\', '\\\\').replaceAll("'", "''")
}

/** A query in pieces: between two of them belongs the name of a block. */
export type Pieces = readonly string[]

export interface Filter {
  readonly kind: Exclude<Kind, 'word'>
  /** Any of them fits. */
  readonly values: readonly string[]
}

/** Which accounts of the space bear a name that a term asks for. */
export type AuthorsOf = (term: SearchTerm) => readonly string[]

/** What a message must hold to be found. */
export function wantedPieces(query: SearchQuery, filters: readonly Filter[], authorsOf: AuthorsOf): Pieces {
  const wanted = query.wanted.map((term) => termOf(term, authorsOf(term)))
  const excluded = query.excluded.map((term) => ['!(', ...termOf(term, authorsOf(term)), ')'])
  const narrowing = filters.map(({ kind, values }) =>
    anyOf(values.map((value) => lexeme(nameOf(kind, value)))),
  )
  const topics = query.topics.map((topic) => lexeme(nameOf('topic', topic)))
  const excludedTopics = query.excludedTopics.map((topic) => ['!', ...lexeme(nameOf('topic', topic))])
  const positive = [...wanted, ...topics, ...narrowing]
  const asked = positive.length > 0 ? positive : [lexeme(ANY)]
  return toPieces(joined([...asked, ...excluded, ...excludedTopics], ' & '))
}

/** What a message that was found is ranked by: a whole word counts more than one that only begins so. */
export function rankedPieces({ wanted }: SearchQuery, authorsOf: AuthorsOf): Pieces {
  const terms = wanted.flatMap((term) => [
    termOf(term, authorsOf(term)),
    ...(term.isPrefix ? [termOf({ ...term, isPrefix: false }, [])] : []),
  ])
  return toPieces(joined(terms, ' | '))
}

const BLOCK = Symbol('the name of a block')
type Part = string | typeof BLOCK

function lexeme(name: string, suffix = ''): Part[] {
  return ["'", BLOCK, `${escaped(name)}'${suffix}`]
}

function termOf({ words, isPrefix }: SearchTerm, authorIds: readonly string[]): Part[] {
  const places = words.map((word, index) =>
    lexeme(nameOf('word', word), isPrefix && index === words.length - 1 ? ':*' : ''),
  )
  const phrase = ['(', ...joined(places, ' <-> '), ')']
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
