/** Model usage as text. */
import type { Usage } from '@flockwork/contract/budgets'
import { use as words } from '../../strings/admin-control.ts'
import { shownNumber } from '../../ui/shown-number.ts'

const MILLION = 1_000_000
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })

export function shownDollars(microdollars: number): string {
  return dollars.format(microdollars / MILLION)
}

/** "2,420 tokens · $0.0044 · 3 answers", omitting unknown values. */
export function describeUsage({ tokens, microdollars, runs }: Usage): string {
  return [
    words.tokens(shownNumber(tokens)),
    ...(microdollars === null ? [] : [shownDollars(microdollars)]),
    ...(runs === 0 ? [] : [words.runs(runs)]),
  ].join(' · ')
}
