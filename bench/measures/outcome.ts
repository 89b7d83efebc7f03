/** The result of a measure: figures with their spread, and claims about them. */

export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

export interface Claim {
  /** Its name in the table of targets: P1, P2 … */
  readonly measure: string
  readonly what: string
  readonly against: string
  readonly ratio: Spread
  readonly target: string
  readonly isMet: boolean
}

export interface Outcome {
  readonly claims: readonly Claim[]
  /** Absolute figures, which depend on the machine; not claims. */
  readonly figures: readonly { readonly subject: string; readonly figure: string; readonly spread: Spread }[]
  readonly rounds: readonly object[]
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const at = (index: number) => sorted[index] ?? Number.NaN
  return {
    min: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    max: at(sorted.length - 1),
  }
}

interface Target {
  readonly atLeast?: number
  readonly atMost?: number
  /** An aim beyond the target; missing it is no failure. */
  readonly aim?: number
}

/** Compares the median of the rounds with the target. */
export function claimOf(
  names: { readonly measure: string; readonly what: string; readonly against: string },
  ratios: readonly number[],
  { atLeast, atMost, aim }: Target,
): Claim {
  const ratio = spreadOf(ratios)
  const target = aim !== undefined ? `aim ${aim}` : atMost !== undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
  return {
    ...names,
    ratio,
    target,
    isMet: ratio.median >= (atLeast ?? 0) && ratio.median <= (atMost ?? Infinity),
  }
}
