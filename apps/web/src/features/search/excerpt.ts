/** The part of a text that a result shows, cut at what was found: pure. */
import { betweenCharacters } from '@flockwork/contract/text/characters'

export interface Piece {
  readonly text: string
  readonly isHit: boolean
  /** Where it begins in the whole text, in UTF-16 units. */
  readonly start: number
}

type Range = readonly [start: number, end: number]

const BEFORE_CHARS = 80
const EXCERPT_CHARS = 420

/** The whole of a short text, cut at its hits. */
export function piecesOf(text: string, hits: readonly Range[]): Piece[] {
  return cut(text, hits, 0, text.length)
}

/** The text about its first hit, without the signs of Markdown that stand outside of hits. */
export function excerptOf(text: string, hits: readonly Range[]): Piece[] {
  const first = hits[0]?.[0] ?? 0
  const from = betweenCharacters(text, text.length <= EXCERPT_CHARS ? 0 : Math.max(0, first - BEFORE_CHARS))
  const to = betweenCharacters(text, Math.min(text.length, from + EXCERPT_CHARS))
  const signs = signsIn(text)
  const pieces = cut(text, hits, from, to).map((piece) =>
    piece.isHit
      ? piece
      : { ...piece, text: without(text, signs, piece.start, piece.start + piece.text.length) },
  )
  return [
    ...(from > 0 ? [{ text: '… ', isHit: false, start: -1 }] : []),
    ...pieces.filter((piece) => piece.text !== ''),
    ...(to < text.length ? [{ text: ' …', isHit: false, start: to }] : []),
  ]
}

function cut(text: string, hits: readonly Range[], from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  let at = from
  const add = (end: number, isHit: boolean) => {
    if (end > at) pieces.push({ text: text.slice(at, end), isHit, start: at })
    at = Math.max(at, end)
  }
  for (const [start, end] of hits) {
    if (end <= from || start >= to) continue
    add(Math.max(from, start), false)
    add(Math.min(to, end), true)
  }
  add(to, false)
  return pieces
}

/** Fences, signs at the beginning of a line, backticks, and stars or waves in pairs. */
const SIGNS =
  /^[ \t]*(?:```|~~~)[^\n]*$|^[ \t]*(?:#{1,6}|>+|[-*+])[ \t]+|`+|(?<![\p{L}\p{N}*])(?<pair>\*\*|~~|\*)(?=[^\s*~])[^\n*~]*[^\s*~]\k<pair>(?![\p{L}\p{N}*])/gmu

function signsIn(text: string): Range[] {
  return [...text.matchAll(SIGNS)].flatMap(({ 0: found, groups, index }): Range[] => {
    const end = index + found.length
    const width = groups?.['pair']?.length
    if (width === undefined) return [[index, end]]
    return [
      [index, index + width],
      [end - width, end],
    ]
  })
}

function without(text: string, signs: readonly Range[], from: number, to: number): string {
  let result = ''
  let at = from
  for (const [start, end] of signs) {
    if (end <= at || start >= to) continue
    result += text.slice(at, Math.max(at, start))
    at = Math.min(to, end)
  }
  return result + text.slice(at, to)
}
