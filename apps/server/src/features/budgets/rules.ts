/** What a call may cost, and whether a cap is reached: pure (docs/rules/budgets.md). */
import type { Cap, CapSpan, CapUnit } from '@flockwork/contract/budgets'

/** Dollars per million tokens, which are millionths of a dollar per token. */
export interface Price {
  readonly input: number
  readonly output: number
}

export interface Tokens {
  readonly input: number
  readonly output: number
}

export interface Spent {
  readonly tokens: number
  readonly microdollars: number
}

/** Rounded up, so that no number of small calls is free. Nothing is known without a price: `null`. */
export function costOf({ input, output }: Tokens, price: Price | null): number | null {
  return price === null ? null : Math.ceil(input * price.input + output * price.output)
}

/** So few characters a token has in the languages that cost most. An estimate must not be too low. */
const CHARS_PER_TOKEN = 3

export function estimatedTokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN)
}

/** What was spent after a lease was charged, within the day and in all. */
export type SpentBySpan = Readonly<Record<CapSpan, Spent>>

/**
 * The first cap that what was spent goes beyond. A cap in dollars lets nothing through whose price isn't known, or it would
 * be no cap.
 */
export function capExceeded(caps: readonly Cap[], spent: SpentBySpan, isPriced: boolean): Cap | undefined {
  return caps.find(({ unit, span, amount }) => {
    if (unit === 'microdollars' && !isPriced) return true
    return spent[span][unit] > amount
  })
}

/** Whether a cap has nothing left. */
export function isUsedUp(caps: readonly Cap[], spent: SpentBySpan): boolean {
  return caps.some(({ unit, span, amount }) => spent[span][unit] >= amount)
}

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const NUMBERS = new Intl.NumberFormat('en')

/** As a message says it: "$0.50 a day", "20,000 tokens in all". */
export function describeCap({
  unit,
  span,
  amount,
}: {
  unit: CapUnit
  span: CapSpan
  amount: number
}): string {
  const size =
    unit === 'microdollars' ? DOLLARS.format(amount / 1_000_000) : `${NUMBERS.format(amount)} tokens`
  return `${size} ${span === 'day' ? 'a day' : 'in all'}`
}
