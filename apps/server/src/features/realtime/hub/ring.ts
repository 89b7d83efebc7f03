/** The last events of a space, in memory, without gaps. */
import type { StoredEvent } from '../../../platform/outbox.ts'
import { bodyOf } from './frame.ts'

/** An event with its bytes, serialised once for all readers. */
export interface RingEntry {
  readonly event: StoredEvent
  /** The whole frame, for a reader of one space. */
  readonly frame: Buffer
  /** The frame without its `id` line, for a reader of several spaces. */
  readonly body: Buffer
}

export interface Ring {
  /** The seq up to which the ring is complete. */
  head(): number
  /** @throws Error unless the event directly follows the head. */
  push(event: StoredEvent): void
  /** Replaces each entry's payload by the result of `revise`, for later replays. */
  rewrite(revise: (payload: string) => string): void
  /** Everything after `seq`, or `undefined` if the ring doesn't reach back that far. */
  after(seq: number): RingEntry[] | undefined
}

const ENTRIES_MAX = 2000
const BYTES_MAX = 8 * 1024 * 1024

export function entryOf(event: StoredEvent): RingEntry {
  const idLine = `id: ${event.seq}\n`
  const frame = Buffer.from(idLine + bodyOf(event))
  return { event, frame, body: frame.subarray(idLine.length) }
}

export function createRing(start: number): Ring {
  let entries: RingEntry[] = []
  let bytes = 0
  let head = start

  const trim = () => {
    if (entries.length <= ENTRIES_MAX && bytes <= BYTES_MAX) return
    // half at a time, so that trimming is amortised
    const dropped = entries.slice(0, Math.ceil(entries.length / 2))
    entries = entries.slice(dropped.length)
    bytes -= dropped.reduce((sum, entry) => sum + entry.frame.length, 0)
  }

  return {
    head: () => head,
    push(event) {
      if (event.seq !== head + 1) throw new Error(`Event ${event.seq} does not follow ${head}`)
      const entry = entryOf(event)
      entries.push(entry)
      bytes += entry.frame.length
      head = event.seq
      trim()
    },
    rewrite(revise) {
      entries = entries.map((entry) => {
        const payload = revise(entry.event.payload)
        if (payload === entry.event.payload) return entry
        const revised = entryOf({ ...entry.event, payload })
        bytes += revised.frame.length - entry.frame.length
        return revised
      })
    },
    after(seq) {
      if (seq >= head) return []
      const first = entries[0]?.event.seq
      if (first === undefined || first > seq + 1) return undefined
      return entries.slice(seq + 1 - first)
    },
  }
}
