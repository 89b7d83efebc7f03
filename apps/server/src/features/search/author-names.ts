/** Finds the authors of a space by their names, as terms of a search find words of a text. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { matchRanges, type SearchTerm } from '@flockwork/contract/text/search-query'
import { wordsOf, type WordMark } from '@flockwork/contract/text/words'
import type { Author } from './indexing-repository.ts'
import type { AuthorsOf } from './lexemes.ts'

/** The maximum of authors that a term may match, whole names first: a single letter matches half a space. */
const AUTHORS_PER_TERM = 20
/** So many names are read in a few milliseconds; other requests have a turn before the next. */
const NAMES_PER_TURN = 500

interface Name {
  readonly authorId: string
  readonly words: readonly WordMark[]
}

/** Reads each name once, however many terms are looked up afterwards. */
export async function indexAuthors(authors: readonly Author[]): Promise<AuthorsOf> {
  const namesWith = new Map<string, Name[]>()
  for (const [index, { id, handle, displayName }] of authors.entries()) {
    if (index > 0 && index % NAMES_PER_TURN === 0) await nextTurn()
    for (const words of [wordsOf(handle), wordsOf(displayName)]) {
      for (const word of new Set(words.map((mark) => mark.word))) {
        const names = namesWith.get(word)
        if (names === undefined) namesWith.set(word, [{ authorId: id, words }])
        else names.push({ authorId: id, words })
      }
    }
  }

  /** The names that have the rarest whole word of a term, or else one that begins as its prefix. */
  function* candidates({ words, isPrefix }: SearchTerm): Generator<Name> {
    const whole = isPrefix ? words.slice(0, -1) : words
    const [rarest] = whole
      .map((word) => namesWith.get(word) ?? [])
      .toSorted((one, other) => one.length - other.length)
    if (rarest !== undefined) return yield* rarest
    const [prefix = ''] = words
    for (const [word, names] of namesWith) if (word.startsWith(prefix)) yield* names
  }

  return (term) => {
    const found = new Set<string>()
    for (const one of [{ ...term, isPrefix: false }, term]) {
      for (const { authorId, words } of candidates(one)) {
        if (found.size === AUTHORS_PER_TERM) break
        if (matchRanges(one, words).length > 0) found.add(authorId)
      }
    }
    return [...found]
  }
}
