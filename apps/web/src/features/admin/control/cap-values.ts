/** Caps as the managed agent's form has them: strings, empty for none. */
import type { Cap } from '@flockwork/contract/budgets'

export const CAP_FIELDS = ['dollars_day', 'dollars_total', 'tokens_day', 'tokens_total'] as const
export type CapField = (typeof CAP_FIELDS)[number]

const MILLION = 1_000_000
const DOLLARS = /^\d{1,6}(\.\d{1,6})?$/
const TOKENS = /^\d{1,12}$/

function partsOf(field: CapField): Pick<Cap, 'unit' | 'span'> {
  return {
    unit: field.startsWith('dollars') ? 'microdollars' : 'tokens',
    span: field.endsWith('day') ? 'day' : 'total',
  }
}

export function capTexts(caps: readonly Cap[]): Record<CapField, string> {
  const textOf = (field: CapField) => {
    const { unit, span } = partsOf(field)
    const amount = caps.find((cap) => cap.unit === unit && cap.span === span)?.amount
    if (amount === undefined) return ''
    return String(unit === 'tokens' ? amount : amount / MILLION)
  }
  return {
    dollars_day: textOf('dollars_day'),
    dollars_total: textOf('dollars_total'),
    tokens_day: textOf('tokens_day'),
    tokens_total: textOf('tokens_total'),
  }
}

/** Null for none, undefined for an invalid amount. */
export function readCap(field: CapField, text: string): Cap | null | undefined {
  const typed = text.trim().replace(/^\$/, '')
  if (typed === '') return null
  const { unit, span } = partsOf(field)
  if (!(unit === 'tokens' ? TOKENS : DOLLARS).test(typed)) return undefined
  return { unit, span, amount: unit === 'tokens' ? Number(typed) : Math.round(Number(typed) * MILLION) }
}
