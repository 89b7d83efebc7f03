/** The words of a task as they are in its index, and queries for them (docs/rules/tasks.md#list). */
import { wordsOf } from '@flockwork/contract/text/words'

/** Of a word: a task is found by how its words begin. */
const LETTERS = 24
/** Of a task with all its notes: PostgreSQL stores a megabyte of words. */
export const WORDS_MAX = 3000

/** Keeps the words of other spaces out of what a search reads. */
function prefixOf(spaceId: string): string {
  return `${spaceId.slice(-12)}.`
}

function lettersOf(text: string): string[] {
  return wordsOf(text).map(({ word }) => [...word].slice(0, LETTERS).join(''))
}

/** The text of a tsvector, with each word once. */
export function vectorOf(spaceId: string, texts: readonly string[]): string {
  const words = new Set(texts.flatMap(lettersOf))
  return [...words]
    .slice(0, WORDS_MAX)
    .map((word) => quoted(prefixOf(spaceId) + word))
    .join(' ')
}

/** A query for tasks that have every word of the text, the last as the beginning of one; null for a text without words. */
export function queryOf(spaceId: string, text: string): string | null {
  const words = lettersOf(text)
  if (words.length === 0) return null
  return words
    .map((word, index) => quoted(prefixOf(spaceId) + word) + (index === words.length - 1 ? ':*' : ''))
    .join(' & ')
}

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
