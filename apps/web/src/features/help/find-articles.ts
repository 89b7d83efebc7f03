import type { HelpArticle } from '@flockwork/contract/help'

export interface FoundArticle {
  article: HelpArticle
  /** The section that matches; null when the article's title or lead does. */
  heading: string | null
  /** The beginning of the match, as plain text. */
  excerpt: string
}

const TITLE_WEIGHT = 8
const KEYWORD_WEIGHT = 4
const HEADING_WEIGHT = 4
const TEXT_WEIGHT = 1
const EXCERPT_MAX_CHARS = 140

/** The articles that contain every word of `query` as a word prefix, best match first. */
export function findArticles(articles: readonly HelpArticle[], query: string): FoundArticle[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return articles
    .map((article) => ({ article, score: scoreOf(article, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ article }) => foundIn(article, words))
}

/** 0 unless the article contains every word. */
function scoreOf({ title, keywords, sections }: HelpArticle, words: readonly string[]): number {
  const places = [
    { text: title, weight: TITLE_WEIGHT },
    { text: keywords.join(' '), weight: KEYWORD_WEIGHT },
    { text: sections.map(({ heading }) => heading ?? '').join(' '), weight: HEADING_WEIGHT },
    { text: sections.map(({ text }) => text).join(' '), weight: TEXT_WEIGHT },
  ]
  const scores = words.map((word) =>
    places.reduce((sum, { text, weight }) => sum + (hasWord(text, word) ? weight : 0), 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

function foundIn(article: HelpArticle, words: readonly string[]): FoundArticle {
  const hits = article.sections.map(({ heading, text }) => {
    const place = `${heading ?? article.title} ${text}`
    return words.filter((word) => hasWord(place, word)).length
  })
  const section = article.sections[hits.indexOf(Math.max(...hits))]
  return { article, heading: section?.heading ?? null, excerpt: excerptOf(section?.text ?? '') }
}

/** The first words of a Markdown text, without its syntax, on one line. */
export function excerptOf(text: string): string {
  const plain = text
    .replaceAll(/```[\s\S]*?(```|$)/g, ' ')
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:[-*]|\d{1,9}\.)\s+/gm, '')
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain.length <= EXCERPT_MAX_CHARS) return plain
  const cut = plain.slice(0, EXCERPT_MAX_CHARS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}

function hasWord(text: string, start: string): boolean {
  return wordsOf(text).some((word) => word.startsWith(start))
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
