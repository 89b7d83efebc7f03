/** Ids are generated here, never by the database (docs/rules/messages.md#short-ids). */
import { randomBytes, randomUUID } from 'node:crypto'

/** Version 4, random: for messages and tasks, whose first 8 digits people see and type. */
export function randomId(): string {
  return randomUUID()
}

/** Version 7: rises with time, for everything else. */
export function orderedId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
