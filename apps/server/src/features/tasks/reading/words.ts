/** The indexed words of a task, and queries for them (docs/rules/tasks.md#list). */
import { wordsOf } from '@flockwork/contract/text/words'

/** Letters per word: tasks are found by prefixes of their words. */
const LETTERS = 24
/** Words per task with all its notes: PostgreSQL stores at most a megabyte of them. */
export const WORDS_MAX = 3000

/** The prefix that keeps a search from reading words of other spaces. */
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

/** A query for tasks with every word of the text, the last one as a prefix; null for a text without words. */
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
