/** Counts what all readers receive, and when the last of them received each message. */
import type { ReaderEvents } from './reader.ts'

interface Message {
  sentAt: number
  lastAt: number
  readers: number
}

export function createTally() {
  const messages: Message[] = []
  let base = 0
  let posted = 0
  let started = 0
  let deliveries = 0
  let bytes = 0
  let repeated = 0
  let resets = 0
  let reconnects = 0

  const messageAt = (seq: number): Message => {
    const index = seq - base
    messages[index] ??= { sentAt: Number.NaN, lastAt: 0, readers: 0 }
    return messages[index]
  }

  const events: ReaderEvents = {
    started: () => (started += 1),
    message(seq, at) {
      deliveries += 1
      const message = messageAt(seq)
      message.lastAt = at
      message.readers += 1
    },
    repeated: () => (repeated += 1),
    reset: () => (resets += 1),
    reconnected: () => (reconnects += 1),
    bytes: (count) => (bytes += count),
  }

  return {
    events,
    begin: (position: number) => (base = position),
    sent(seq: number, sentAt: number) {
      posted += 1
      messageAt(seq).sentAt = sentAt
    },
    started: () => started,
    posted: () => posted,
    repeated: () => repeated,
    resets: () => resets,
    reconnects: () => reconnects,
    totals: () => ({ deliveries, bytes }),
    /** Milliseconds until the last of `readers` received each message that was sent between the two times. */
    latencies: (from: number, to: number, readers: number): number[] =>
      messages.flatMap(({ sentAt, lastAt, readers: count }) =>
        sentAt >= from && sentAt < to && count === readers ? [lastAt - sentAt] : [],
      ),
  }
}
