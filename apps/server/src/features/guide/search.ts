/** Search over the help articles: BM25 over their passages, in memory. */
import type { Article, Passage } from './articles.ts'
import { wordsOf } from './words.ts'

export interface Hit {
  readonly article: Article
  readonly passage: Passage
  readonly score: number
}

export interface ArticleSearch {
  readonly articles: readonly Article[]
  /** What answers the question, the best first; nothing when no passage covers enough of its words. */
  find(question: string): Hit[]
}

interface Index {
  readonly entries: readonly Entry[]
  readonly meanLength: number
  /** How many passages have the word. */
  readonly spread: ReadonlyMap<string, number>
}

interface Entry {
  readonly article: Article
  readonly passage: Passage
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** How much more a word of a name says than one of the text. */
const HEADING_WEIGHT = 4
const TITLE_WEIGHT = 2
const KEYWORD_WEIGHT = 2
/** BM25: how soon repeats stop counting, and how much long passages are held back. */
const SATURATION = 1.2
const LENGTH_NORM = 0.5
/** The share of a question's weight that a passage must hold; below it an answer would be a guess. */
const COVERAGE_MIN = 0.55

/** Every server of this process that has the same articles shares their index. */
const indexes = new WeakMap<readonly Article[], Index>()

/** The index is built at the first question: no start waits for it. The articles must not change. */
export function createSearch(articles: readonly Article[]): ArticleSearch {
  return {
    articles,
    find(question) {
      const { entries, meanLength, spread } = indexOf(articles)
      // a word that no article has weighs most: a question about it is about something else
      const rarity = (word: string): number => {
        const having = spread.get(word) ?? 0
        return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
      }
      const words = [...new Set(wordsOf(question))]
      const asked = words.reduce((sum, word) => sum + rarity(word), 0)
      if (asked === 0) return []
      const hits: Hit[] = []
      for (const { article, passage, counts, length } of entries) {
        const found = words.filter((word) => counts.has(word))
        const covered = found.reduce((sum, word) => sum + rarity(word), 0)
        if (covered / asked < COVERAGE_MIN) continue
        const norm = SATURATION * (1 - LENGTH_NORM + (LENGTH_NORM * length) / meanLength)
        const score = found.reduce((sum, word) => {
          const count = counts.get(word) ?? 0
          return sum + (rarity(word) * count * (SATURATION + 1)) / (count + norm)
        }, 0)
        hits.push({ article, passage, score })
      }
      return hits.toSorted((a, b) => b.score - a.score)
    },
  }
}

function indexOf(articles: readonly Article[]): Index {
  const known = indexes.get(articles)
  if (known !== undefined) return known
  const entries = articles.flatMap((article) =>
    article.passages.map((passage): Entry => entryOf(article, passage)),
  )
  const spread = new Map<string, number>()
  for (const { counts } of entries) {
    for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  }
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)
  const index = { entries, meanLength, spread }
  indexes.set(articles, index)
  return index
}

function entryOf(article: Article, passage: Passage): Entry {
  const body = wordsOf(passage.text)
  const counts = new Map<string, number>()
  const add = (words: readonly string[], weight: number) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  add(body, 1)
  add(wordsOf(passage.heading ?? article.title), HEADING_WEIGHT)
  add(wordsOf(article.title), TITLE_WEIGHT)
  // the lead answers for the whole article
  add(article.keywords.flatMap(wordsOf), passage.heading === null ? KEYWORD_WEIGHT * 2 : KEYWORD_WEIGHT / 2)
  return { article, passage, counts, length: body.length }
}
