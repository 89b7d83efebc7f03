/** A measurement and its budget. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly value: number
  /** The maximum. */
  readonly limit: number
}

export function line({ what, unit, value, limit }: Figure): string {
  const mark = value <= limit ? '✓' : '✗'
  return `${mark} ${what}: ${value.toFixed(unit === 'ms' ? 1 : 0)} ${unit}, at most ${limit}`
}

/** The quantile `share` of the values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
