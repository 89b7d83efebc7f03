/** A deterministic random generator. */
export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number
  /** A whole number from 0 to `below`, exclusive. */
  below(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  /** Like `pick`, but favours earlier items, as words and people are distributed. */
  pickEarly<T>(from: readonly [T, ...T[]]): T
}

export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    // a step of mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  const at = <T>(from: readonly [T, ...T[]], index: number): T => from[index] ?? from[0]
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => at(from, below(from.length)),
    pickEarly: (from) => at(from, Math.floor(next() ** 2.2 * from.length)),
  }
}
