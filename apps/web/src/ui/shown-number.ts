import { lazily } from '@flockwork/contract/lazily'

const whole = lazily(() => new Intl.NumberFormat('en-GB'))
const compact = lazily(
  () => new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }),
)
/** From here on numbers are abbreviated. */
const COMPACT_FROM = 100_000

/** In as few characters as possible: "48", "1.5k", "120k", "2M". */
export function compactNumber(value: number): string {
  return compact().format(value)
}

/** "48", "1,234", "120k". */
export function shownNumber(value: number): string {
  return value < COMPACT_FROM ? whole().format(value) : compact().format(value)
}
