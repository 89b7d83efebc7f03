/** The hashes of a record: of its texts, and the hash chain of its lines (docs/rules/records.md#chain). */
import { hash } from 'node:crypto'

/** The start of a space's chain. */
export function chainStart(spaceId: string): string {
  return digest(`flockwork-record 1 ${spaceId}`)
}

/**
 * The hash of the line that follows the one with the hash `before`.
 * @param line the record without its text and its own hash, as JSON: `{"n":…,"kind":…,"data":…}`
 */
export function chainNext(before: string, line: string): string {
  return digest(`${before}\n${line}`)
}

/** The salted hash of a text. Without the salt even a short text can't be guessed from it. */
export function textHash(salt: string, text: unknown): string {
  return digest(`${salt}\n${JSON.stringify(text)}`)
}

/** SHA-256 in base64url. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}
