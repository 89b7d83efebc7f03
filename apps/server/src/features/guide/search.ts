/** Full-text search over the passages of the help articles, in memory, ranked by BM25. */
import type { Article, Passage } from './articles.ts'
import { nearestWord } from './nearest-word.ts'
import { wordsOf } from './words.ts'

export interface Hit {
  readonly article: Article
  readonly passage: Passage
  readonly score: number
}

export interface ArticleSearch {
  readonly articles: readonly Article[]
  /** The passages that cover enough of the question's words, best first. */
  find(question: string): Hit[]
}

interface Index {
  readonly entries: readonly Entry[]
  readonly meanLength: number
  /** The number of passages with the word. */
  readonly frequency: ReadonlyMap<string, number>
}

interface Entry {
  readonly article: Article
  readonly passage: Passage
  /** The words of its heading; for the lead, those of the title. */
  readonly heading: ReadonlySet<string>
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

/** Weights relative to a word of the text. */
const HEADING_WEIGHT = 3
const TITLE_WEIGHT = 1
const KEYWORD_WEIGHT = 3
const ALSO_WEIGHT = 4
/** The bonus for a passage whose heading has the same words as the question. */
const LIKENESS_SHARE = 0.5
/** The factor for the lead of the article whose title is the question, which then asks what that is. */
const LEAD_FACTOR = 1.5
/** BM25's k1, the saturation of repeated words, and b, the normalisation by length. */
const SATURATION = 3
const LENGTH_NORM = 0.3
/** The share of a question's weight that a passage must cover; below that, an answer would be a guess. */
const COVERAGE_MIN = 0.55

/** By list of articles, so that the servers of one process share an index. */
const indexes = new WeakMap<readonly Article[], Index>()

/** The index is built at the first question, so that it doesn't delay the start. The articles must not change. */
export function createSearch(articles: readonly Article[]): ArticleSearch {
  return {
    articles,
    find(question) {
      const { entries, meanLength, frequency } = indexOf(articles)
      // an unknown word weighs most: the question is about something else
      const rarity = (word: string): number => {
        const having = frequency.get(word) ?? 0
        return Math.log(1 + (entries.length - having + 0.5) / (having + 0.5))
      }
      const known = (word: string) => frequency.has(word)
      const words = [
        ...new Set(
          wordsOf(question).map((word) =>
            known(word) ? word : (nearestWord(word, frequency.keys()) ?? word),
          ),
        ),
      ]
      const total = words.reduce((sum, word) => sum + rarity(word), 0)
      if (total === 0) return []
      const hits: Hit[] = []
      for (const { article, passage, heading, counts, length } of entries) {
        const found = words.filter((word) => counts.has(word))
        const covered = found.reduce((sum, word) => sum + rarity(word), 0)
        if (covered / total < COVERAGE_MIN) continue
        const norm = SATURATION * (1 - LENGTH_NORM + (LENGTH_NORM * length) / meanLength)
        const score = found.reduce((sum, word) => {
          const count = counts.get(word) ?? 0
          return sum + (rarity(word) * count * (SATURATION + 1)) / (count + norm)
        }, 0)
        const isTopic = passage.heading === null && words.length === 1 && likeness(words, heading) > 0
        const leadFactor = isTopic ? LEAD_FACTOR : 1
        hits.push({
          article,
          passage,
          score: score * (1 + LIKENESS_SHARE * likeness(words, heading)) * leadFactor,
        })
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
  const frequency = new Map<string, number>()
  for (const { counts } of entries) {
    for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  }
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)
  const index = { entries, meanLength, frequency }
  indexes.set(articles, index)
  return index
}

function entryOf(article: Article, passage: Passage): Entry {
  const body = wordsOf(passage.text)
  const counts = new Map<string, number>()
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  add(body, 1)
  const heading = new Set(wordsOf(passage.heading ?? article.title))
  add(heading, HEADING_WEIGHT)
  add(new Set(wordsOf(passage.also)), ALSO_WEIGHT)
  add(wordsOf(article.title), TITLE_WEIGHT)
  // keywords describe the whole article, which the lead summarises
  const keywords = new Set(article.keywords.flatMap(wordsOf))
  add(keywords, passage.heading === null ? KEYWORD_WEIGHT : KEYWORD_WEIGHT / 4)
  return { article, passage, heading, counts, length: body.length }
}

/** The similarity of a question and a heading, from 0, no common word, to 1, the same words. */
function likeness(words: readonly string[], heading: ReadonlySet<string>): number {
  const common = words.filter((word) => heading.has(word)).length
  return common === 0 ? 0 : common / (words.length + heading.size - common)
}
