/** US social security numbers, which have no check digit: found by their format and the words around them. */
import type { Range } from '../found.ts'

/** Three, two and four digits; no part is all zeros, and no number begins with 666 or 9. */
const SEPARATED =
  /(?<![\dA-Za-z_.]|[\dA-Za-z]-)(?!000|666|9)\d{3}([ -])(?!00)\d{2}\1(?!0000)\d{4}(?![\dA-Za-z_]|[.-]\d|-[A-Za-z])/g
const UNSEPARATED =
  /(?<![\dA-Za-z_.]|[\dA-Za-z]-)(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}(?![\dA-Za-z_]|[.-]\d|-[A-Za-z])/g
/** Published numbers that belong to nobody. */
const NOBODYS = new Set(['078051120', '219099999', '457555462'])

const ABOUT = /\b(?:ssns?\b|ss ?#|social[ -]?security|social (?:number|no\b|#)|soc\.? ?sec)/i
const CHARS_AROUND = 60

export function findUsSsns(text: string): Range[] {
  return [SEPARATED, UNSEPARATED].flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap(({ 0: number, index }) => {
      const range = { start: index, end: index + number.length }
      const isAnyones = !NOBODYS.has(number.replaceAll(/\D/g, ''))
      return isAnyones && (isAsked(text, range) || isAll(text, range, number)) ? [range] : []
    }),
  )
}

function isAsked(text: string, { start, end }: Range): boolean {
  return ABOUT.test(text.slice(Math.max(0, start - CHARS_AROUND), end + CHARS_AROUND))
}

/** A separated number that is the whole text is likely the answer to a request for it. */
function isAll(text: string, { start, end }: Range, number: string): boolean {
  return number.includes('-') && text.slice(0, start).trim() === '' && text.slice(end).trim() === ''
}
