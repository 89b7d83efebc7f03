/** The cost of a call, and whether a cap is reached. Pure (docs/rules/budgets.md). */
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

/** Rounded up, so that no number of small calls is free. `null` without a price. */
export function costOf({ input, output }: Tokens, price: Price | null): number | null {
  return price === null ? null : Math.ceil(input * price.input + output * price.output)
}

/** Characters per token in the most expensive languages: the estimate must not be too low. */
const CHARS_PER_TOKEN = 3

export function estimatedTokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN)
}

/** What was spent including the new lease, on the day and in total. */
export type SpentBySpan = Readonly<Record<CapSpan, Spent>>

/**
 * The first cap that is exceeded. Calls of unknown price exceed every cap in dollars, or it would
 * not be one.
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
