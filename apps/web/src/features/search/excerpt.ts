/** The excerpt of a result, split at its hits. Pure. */
import { betweenCharacters } from '@flockwork/contract/text/characters'

export interface Piece {
  readonly text: string
  readonly isHit: boolean
  /** Its offset in the whole text, in UTF-16 units. */
  readonly start: number
}

type Range = readonly [start: number, end: number]

const BEFORE_CHARS = 80
const EXCERPT_CHARS = 420

/** A short text as a whole, split at its hits. */
export function piecesOf(text: string, hits: readonly Range[]): Piece[] {
  return cut(text, hits, 0, text.length)
}

/** The text around its first hit, without Markdown syntax outside of hits. */
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

/** Fences, line prefixes, backticks, and paired asterisks or tildes. */
const SIGNS =
  /^[ \t]*(?:```|~~~)[^\n]*$|^[ \t]*(?:#{1,6}|>+|[-*+])[ \t]+|`+|(?<![\p{L}\p{N}*])(?<pair>\*\*|~~|\*)(?=[^\s*~])[^\n*~]*[^\s*~]\k<pair>(?![\p{L}\p{N}*])/gmu

function signsIn(text: string): Range[] {
  return [...text.matchAll(SIGNS)].flatMap(({ 0: match, groups, index }): Range[] => {
    const end = index + match.length
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
