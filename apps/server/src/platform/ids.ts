/** Ids are generated here, never by the database (docs/rules/messages.md#short-ids). */
import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** Version 4, random: for messages and tasks, whose first 8 digits people see and type. */
export function randomId(): string {
  return randomUUID()
}

/** Version 7, ordered by time: for everything else. */
export function orderedId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  return formatted(bytes)
}

/**
 * A deterministic id of the parts, version 8 of RFC 9562: for rows derived from something outside, so that deriving
 * them again creates no second row.
 */
export function namedId(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  return formatted(bytes)
}

/** Sets the variant of RFC 9562. */
function formatted(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
