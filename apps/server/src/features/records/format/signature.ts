/** The signatures of checkpoints: Ed25519 over what came before (docs/rules/records.md#checkpoints). */
import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'

/** Signs a record's checkpoints. */
export interface RecordKey {
  /** The 32 bytes of RFC 8032, url-safe. */
  readonly publicKey: string
  /** The Ed25519 signature of the text, url-safe. */
  sign(text: string): string
}

export interface Signed {
  /** The hash in the first line. */
  readonly header: string
  /** How many records there are so far. */
  readonly records: number
  /** The hash of the last of them. */
  readonly chain: string
}

/** The text that is signed: everything before it follows from these hashes. */
export function signedText({ header, records, chain }: Signed): string {
  return `flockwork-record 1 checkpoint ${header} ${records} ${chain}`
}

/** @returns nothing for what is no public key of Ed25519 */
export function publicKeyOf(key: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  } catch {
    return undefined
  }
}

export function isSigned(key: KeyObject, signed: Signed, signature: string): boolean {
  return verify(null, Buffer.from(signedText(signed)), key, Buffer.from(signature, 'base64url'))
}

const FINGERPRINT_CHARS = 24

/** A short name of a key, for people to compare: 96 bits of its hash. */
export function fingerprintOf(publicKey: string): string {
  const hex = hash('sha256', publicKey, 'hex').slice(0, FINGERPRINT_CHARS)
  return (hex.match(/.{4}/g) ?? []).join('-')
}
