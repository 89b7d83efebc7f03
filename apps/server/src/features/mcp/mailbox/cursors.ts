/**
 * The cursor of a mailbox: one `seq` for each space, encoded as one opaque text. Later messages have a higher `seq` in
 * their space, so a reader that continues from its cursor misses and repeats nothing.
 */
import { invalid } from '../../../platform/errors.ts'

export type Positions = ReadonlyMap<string, number>

const PREFIX = 'u1.'
const ID_BYTES = 16
const SEQ_BYTES = 6

/** `undefined` for no position: the beginning. */
export function writeCursor(positions: Positions): string | undefined {
  if (positions.size === 0) return undefined
  const parts = [...positions].map(([spaceId, seq]) => {
    const part = Buffer.alloc(ID_BYTES + SEQ_BYTES)
    part.write(spaceId.replaceAll('-', ''), 'hex')
    part.writeUIntBE(seq, ID_BYTES, SEQ_BYTES)
    return part
  })
  return PREFIX + Buffer.concat(parts).toString('base64url')
}

/** @throws Invalid for anything but a cursor of ours. */
export function readCursor(text: string): Positions {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
  const size = ID_BYTES + SEQ_BYTES
  if (!text.startsWith(PREFIX) || bytes.length === 0 || bytes.length % size !== 0) {
    throw invalid(['cursor'], 'must be a next_cursor from an earlier answer of the same mode')
  }
  const positions = new Map<string, number>()
  for (let from = 0; from < bytes.length; from += size) {
    const hex = bytes.toString('hex', from, from + ID_BYTES)
    const spaceId = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-')
    positions.set(spaceId, bytes.readUIntBE(from + ID_BYTES, SEQ_BYTES))
  }
  return positions
}
