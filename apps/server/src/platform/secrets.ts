/** Opaque secrets, of which only hashes are stored. */
import { createHash, randomBytes } from 'node:crypto'

/** A URL-safe random string of `bits` bits. */
export function randomSecret(bits: number): string {
  return randomBytes(Math.ceil(bits / 8)).toString('base64url')
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
