/** Finds complete events in the chunks of a stream by their `id` line and their end. */

type OnEvent = (isMessage: boolean, seq: number, at: number) => void

const ID_LINE = Buffer.from('\nid: ')
const FRAME_END = Buffer.from('\n\n')
const MESSAGE_LINE = Buffer.from('event: message\n')
const NEWLINE = 10
const ZERO = 48
/** Enough for an id line and the name of the event; an event with an id is never shorter. */
const HEAD_BYTES = 64

/** Skips chunked framing: its lines are between events or before the first. */
export function createFrameScanner(onEvent: OnEvent): (chunk: Buffer, at: number) => void {
  let rest = Buffer.alloc(0)
  /** The event whose end hasn't arrived yet. */
  let seq: number | undefined
  let isMessage = false

  return (chunk, at) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (;;) {
      if (seq === undefined) {
        const idAt = bytes.indexOf(ID_LINE, from)
        if (idAt === -1) from = Math.max(from, bytes.length - ID_LINE.length + 1)
        else if (bytes.length - idAt < HEAD_BYTES) from = idAt
        else {
          let digit = idAt + ID_LINE.length
          seq = 0
          for (; bytes[digit] !== NEWLINE; digit++) seq = seq * 10 + (bytes[digit] ?? ZERO) - ZERO
          isMessage =
            bytes.compare(
              MESSAGE_LINE,
              0,
              MESSAGE_LINE.length,
              digit + 1,
              digit + 1 + MESSAGE_LINE.length,
            ) === 0
          from = digit
          continue
        }
        break
      }
      const endAt = bytes.indexOf(FRAME_END, from)
      if (endAt === -1) {
        from = Math.max(from, bytes.length - 1)
        break
      }
      // the second newline may be the start of the next id line
      from = endAt + 1
      onEvent(isMessage, seq, at)
      seq = undefined
    }
    // copied: the chunk's memory is reused
    rest = Buffer.from(bytes.subarray(from))
  }
}
