/** Finds numbers of cards, bank accounts and identities (docs/rules/guardrails.md#numbers). */
import type { Found, Range } from '../found.ts'
import { withoutRepeats, type Reading } from '../readings.ts'
import { findCards } from './cards.ts'
import { findIbans } from './ibans.ts'
import { findUsSsns } from './us-ssns.ts'

interface NumberRule extends Pick<Found, 'rule' | 'words'> {
  readonly find: (text: string) => Range[]
}

const RULES: readonly NumberRule[] = [
  { rule: 'number.card', words: 'a payment card number', find: findCards },
  { rule: 'number.iban', words: 'a bank account number (IBAN)', find: findIbans },
  { rule: 'number.us-ssn', words: 'a US social security number', find: findUsSsns },
]

/** The minimum of digits, which most chat doesn't have. */
const MIN_DIGITS = 7
const ZERO = 48
const NINE = 57

export function findNumbers(readings: readonly Reading[]): Found[] {
  const found = readings
    .filter(({ text }) => hasDigits(text))
    .flatMap((reading) =>
      RULES.flatMap(({ rule, words, find }) =>
        find(reading.text).map(({ start, end }) => ({ rule, words, ...reading.rangeOf(start, end) })),
      ),
    )
  return readings.length > 1 ? withoutRepeats(found) : found
}

function hasDigits(text: string): boolean {
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE && ++digits >= MIN_DIGITS) return true
  }
  return false
}
