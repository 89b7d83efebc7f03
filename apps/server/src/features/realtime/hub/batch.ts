/** Consecutive events of a space on their way to many readers: their bytes are joined once for all. */
import type { RingEntry } from './ring.ts'

export interface Batch {
  readonly entries: readonly RingEntry[]
  /** The number of the last event. */
  readonly to: number
  /** What this account gets of the batch, joined for one write; `undefined` for nothing. */
  framesFor(accountId: string): Buffer | undefined
  /** The events that hand a delivery to this account. */
  handedTo(accountId: string): readonly RingEntry[]
}

const NONE: readonly RingEntry[] = []

export function createBatch(entries: readonly RingEntry[], to: number): Batch {
  const publicEntries = entries.filter(({ event }) => event.audience === null)
  const shared = joined(publicEntries)
  const byAudience = new Set(entries.flatMap(({ event }) => event.audience ?? []))
  const byRecipient = new Set(entries.flatMap(({ event }) => event.recipients ?? []))

  return {
    entries,
    to,
    framesFor: (accountId) =>
      byAudience.has(accountId) ? joined(entries.filter((entry) => isFor(entry, accountId))) : shared,
    handedTo: (accountId) =>
      byRecipient.has(accountId)
        ? entries.filter(
            (entry) => isFor(entry, accountId) && entry.event.recipients?.includes(accountId) === true,
          )
        : NONE,
  }
}

export function isFor({ event }: RingEntry, accountId: string): boolean {
  return event.audience === null || event.audience === accountId
}

function joined(entries: readonly RingEntry[]): Buffer | undefined {
  const [first, ...others] = entries
  if (first === undefined) return undefined
  return others.length === 0 ? first.frame : Buffer.concat(entries.map((entry) => entry.frame))
}
