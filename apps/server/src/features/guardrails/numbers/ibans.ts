/** International bank account numbers (ISO 13616): the country's format, and the remainder 1 (ISO 7064, mod 97). */
import type { Range } from '../found.ts'

/** The format after country and check digits, from the IBAN registry: n digits, a capitals, c either. */
const FORMS: Readonly<Record<string, string>> = {
  AD: '8n12c',
  AE: '19n',
  AL: '8n16c',
  AT: '16n',
  AZ: '4a20c',
  BA: '16n',
  BE: '12n',
  BG: '4a6n8c',
  BH: '4a14c',
  BR: '23n1a1c',
  BY: '4c4n16c',
  CH: '5n12c',
  CR: '18n',
  CY: '8n16c',
  CZ: '20n',
  DE: '18n',
  DK: '14n',
  DO: '4c20n',
  EE: '16n',
  EG: '25n',
  ES: '20n',
  FI: '14n',
  FO: '14n',
  FR: '10n11c2n',
  GB: '4a14n',
  GE: '2a16n',
  GI: '4a15c',
  GL: '14n',
  GR: '7n16c',
  GT: '4c20c',
  HR: '17n',
  HU: '24n',
  IE: '4a14n',
  IL: '19n',
  IQ: '4a15n',
  IS: '22n',
  IT: '1a10n12c',
  JO: '4a4n18c',
  KW: '4a22c',
  KZ: '3n13c',
  LB: '4n20c',
  LC: '4a24c',
  LI: '5n12c',
  LT: '16n',
  LU: '3n13c',
  LV: '4a13c',
  LY: '21n',
  MC: '10n11c2n',
  MD: '2c18c',
  ME: '18n',
  MK: '3n10c2n',
  MR: '23n',
  MT: '4a5n18c',
  MU: '4a19n3a',
  NL: '4a10n',
  NO: '11n',
  PK: '4a16c',
  PL: '24n',
  PS: '4a21c',
  PT: '21n',
  QA: '4a21c',
  RO: '4a16c',
  RS: '18n',
  SA: '2n18c',
  SC: '4a20n3a',
  SE: '20n',
  SI: '15n',
  SK: '20n',
  SM: '1a10n12c',
  ST: '21n',
  SV: '4a20n',
  TL: '19n',
  TN: '20n',
  TR: '6n16c',
  UA: '6n19c',
  VA: '18n',
  VG: '4a16n',
  XK: '16n',
}

const CLASSES: Readonly<Record<string, string>> = { n: '[0-9]', a: '[A-Z]', c: '[A-Z0-9]' }

/** A pattern per country, with at most one separator between two characters. */
const NUMBERS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(FORMS).map(([country, form]) => {
    const parts = Array.from(
      form.matchAll(/(\d{1,2})([nac])/g),
      ([, count, kind = '']) => `(?:[ -]?${CLASSES[kind]}){${count}}`,
    )
    return [country, new RegExp(`${country}[ -]?[0-9][ -]?[0-9]${parts.join('')}(?![A-Z0-9])`, 'iy')]
  }),
)

/** Country and check digits. */
const START = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/g

export function findIbans(text: string): Range[] {
  return Array.from(text.matchAll(START)).flatMap(({ index: start }) => {
    const number = NUMBERS.get(text.slice(start, start + 2).toUpperCase())
    if (number === undefined) return []
    number.lastIndex = start
    const [written] = number.exec(text) ?? []
    if (written === undefined || remainderOf(written.replaceAll(/[ -]/g, '')) !== 1) return []
    return [{ start, end: start + written.length }]
  })
}

/** The remainder modulo 97 of the number with its first four characters moved to the end and letters as 10 to 35. */
function remainderOf(number: string): number {
  const moved = number.slice(4) + number.slice(0, 4)
  const digits = [...moved].map((char) => String(Number.parseInt(char, 36))).join('')
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}
