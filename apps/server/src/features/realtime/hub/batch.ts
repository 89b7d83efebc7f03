/** Consecutive events of a space for many subscribers, whose bytes are joined once for all. */
import type { RingEntry } from './ring.ts'

export interface Batch {
  readonly entries: readonly RingEntry[]
  /** The seq of the last event. */
  readonly head: number
  /** The frames that this account gets, joined for one write; `undefined` for none. */
  framesFor(accountId: string): Buffer | undefined
  /** The events that carry a delivery to this account. */
  deliveriesTo(accountId: string): readonly RingEntry[]
}

const NONE: readonly RingEntry[] = []

export function createBatch(entries: readonly RingEntry[], head: number): Batch {
  const publicEntries = entries.filter(({ event }) => event.audience === null)
  const shared = join(publicEntries)
  const byAudience = new Set(entries.flatMap(({ event }) => event.audience ?? []))
  const byRecipient = new Set(entries.flatMap(({ event }) => event.recipients ?? []))

  return {
    entries,
    head,
    framesFor: (accountId) =>
      byAudience.has(accountId) ? join(entries.filter((entry) => isFor(entry, accountId))) : shared,
    deliveriesTo: (accountId) =>
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

function join(entries: readonly RingEntry[]): Buffer | undefined {
  const [first, ...others] = entries
  if (first === undefined) return undefined
  return others.length === 0 ? first.frame : Buffer.concat(entries.map((entry) => entry.frame))
}
