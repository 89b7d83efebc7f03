/** Payment cards: numbers of a known issuer and length with a valid check digit (ISO/IEC 7812-1, Luhn). */
import type { Range } from '../found.ts'

/** Without separators, in groups of four, in the groups of shorter cards, and digit by digit. */
const PIECE = /(?<![\dA-Za-z_.]|\d,|[\dA-Za-z]-)\d{13,19}(?![\dA-Za-z_]|[.,]\d|-[\dA-Za-z])/g
const FOURS =
  /(?<![\dA-Za-z_.]|\d,|[\dA-Za-z]-)\d{4}([ .-])\d{4}(?:\1\d{4})+(?:\1\d{1,3}(?!\d))?(?![\dA-Za-z_]|-[A-Za-z])/g
const SHORT =
  /(?<![\dA-Za-z_.]|\d,|\d{4} |[\dA-Za-z]-)\d{4}([ .-])\d{6}\1\d{4,5}(?![\dA-Za-z_]|\1\d{4}|-[A-Za-z])/g
const SINGLE = /(?<![\dA-Za-z_]|\d[ .,-]|[A-Za-z]-)\d([ .-])\d(?:\1\d){11,17}(?![\dA-Za-z_]|\1\d|-[A-Za-z])/g

interface Issuer {
  /** The range of the first digits; both ends have the same length. */
  readonly from: number
  readonly to: number
  readonly lengths: readonly number[]
}

const issuer = (from: number, to: number, ...lengths: number[]): Issuer => ({ from, to, lengths })
const LONG = [16, 17, 18, 19]

const ISSUERS: readonly Issuer[] = [
  // Visa
  issuer(4, 4, 13, 16, 19),
  // Mastercard
  issuer(51, 55, 16),
  issuer(2221, 2720, 16),
  // American Express
  issuer(34, 34, 15),
  issuer(37, 37, 15),
  // Discover
  issuer(6011, 6011, ...LONG),
  issuer(644, 659, ...LONG),
  // Diners Club
  issuer(300, 305, 14),
  issuer(36, 36, 14, 16, 19),
  issuer(38, 39, 14, 16),
  // JCB
  issuer(3528, 3589, ...LONG),
  // UnionPay
  issuer(62, 62, ...LONG),
  // Maestro
  issuer(5018, 5018, ...LONG),
  issuer(5020, 5020, ...LONG),
  issuer(5038, 5038, ...LONG),
  issuer(5893, 5893, ...LONG),
  issuer(6304, 6304, ...LONG),
  issuer(6759, 6763, ...LONG),
  // Mir
  issuer(2200, 2204, ...LONG),
]

/**
 * Cards as people write them, with one kind of separator. Longer numbers, decimals, parts of identifiers, and rows
 * of such groups that don't split into cards don't count.
 */
export function findCards(text: string): Range[] {
  const whole = [PIECE, SHORT, SINGLE].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: written, index }) => ({ written, index })),
  )
  const inFours = Array.from(text.matchAll(FOURS)).flatMap(({ 0: written, index }) =>
    cardsInRow(written).map(({ at, ...card }) => ({ ...card, index: index + at })),
  )
  return [...whole, ...inFours].flatMap(({ written, index }) =>
    isCard(written.replaceAll(/\D/g, '')) ? [{ start: index, end: index + written.length }] : [],
  )
}

const GROUPS = 4

/** Splits a row of groups of four into cards. */
function cardsInRow(row: string): { written: string; at: number }[] {
  const groups = row.split(/\D/)
  const isOne = groups.length <= GROUPS || (groups.length === GROUPS + 1 && (groups.at(-1) ?? '').length < 4)
  if (isOne) return [{ written: row, at: 0 }]
  if (groups.length % GROUPS !== 0) return []
  const chars = GROUPS * 5
  const cards = Array.from({ length: groups.length / GROUPS }, (_, place) => ({
    written: row.slice(place * chars, (place + 1) * chars - 1),
    at: place * chars,
  }))
  return cards.every(({ written }) => isCard(written.replaceAll(/\D/g, ''))) ? cards : []
}

function isCard(digits: string): boolean {
  const isIssued = ISSUERS.some(({ from, to, lengths }) => {
    const first = Number(digits.slice(0, String(from).length))
    return first >= from && first <= to && lengths.includes(digits.length)
  })
  return isIssued && luhnSum(digits) % 10 === 0
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
