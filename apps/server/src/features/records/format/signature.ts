/** The signatures of checkpoints: Ed25519 over everything before them (docs/rules/records.md#checkpoints). */
import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'

/** Signs a record's checkpoints. */
export interface RecordKey {
  /** The 32 bytes of RFC 8032, in base64url. */
  readonly publicKey: string
  /** The Ed25519 signature of the text, in base64url. */
  sign(text: string): string
}

export interface Signed {
  /** The hash of the first line. */
  readonly header: string
  /** The number of records so far. */
  readonly records: number
  /** The hash of the last of them. */
  readonly chain: string
}

/** The signed text: its hashes cover everything before it. */
export function signedText({ header, records, chain }: Signed): string {
  return `flockwork-record 1 checkpoint ${header} ${records} ${chain}`
}

/** @returns undefined for an invalid Ed25519 public key */
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
