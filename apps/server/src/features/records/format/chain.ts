/** Hashes of a record: of its texts, and of each record after the one before (docs/rules/records.md#chain). */
import { hash } from 'node:crypto'

/** Where the chain of a space begins. */
export function chainStart(spaceId: string): string {
  return digest(`flockwork-record 1 ${spaceId}`)
}

/**
 * The hash of the record that follows the one with the hash `before`.
 * @param line the record without its text and its own hash, as JSON: `{"n":…,"kind":…,"data":…}`
 */
export function chainNext(before: string, line: string): string {
  return digest(`${before}\n${line}`)
}

/** The salted hash of a text. Without the salt even a short text can't be guessed from it. */
export function textHash(salt: string, text: unknown): string {
  return digest(`${salt}\n${JSON.stringify(text)}`)
}

/** SHA-256, url-safe. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url')
}
