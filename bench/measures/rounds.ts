/** Interleaved rounds: every subject once, then all again, so that disturbances affect all alike. */
import type { Subject } from '../subjects/subject.ts'

export type Rounds<T> = readonly ReadonlyMap<string, T>[]

export async function interleave<T>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<T>,
): Promise<Rounds<T>> {
  const all: Map<string, T>[] = []
  for (let round = 0; round < rounds; round++) {
    const results = new Map<string, T>()
    for (const subject of subjects) results.set(subject.name, await measure(subject))
    all.push(results)
  }
  return all
}

/** One value of a subject per round. */
export function valuesOf<T>(rounds: Rounds<T>, name: string, value: (result: T) => number): number[] {
  return rounds.flatMap((results) => {
    const result = results.get(name)
    return result === undefined ? [] : [value(result)]
  })
}

/** The product's value divided by the other's in each round. */
export function ratiosOf<T>(
  rounds: Rounds<T>,
  ours: string,
  theirs: string,
  value: (result: T) => number,
): number[] {
  const below = valuesOf(rounds, theirs, value)
  return valuesOf(rounds, ours, value).map((figure, index) => figure / (below[index] ?? Number.NaN))
}
