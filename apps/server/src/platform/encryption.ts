/**
 * Encrypts secrets at rest with the operator's SECRET_KEY (docs/rules/accounts.md#secrets-at-rest): AES-256-GCM, the
 * key derived by HKDF. Without SECRET_KEY they are stored in the clear.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { StartupError } from './startup-error.ts'

export interface Encryption {
  /** Whether new secrets are encrypted. */
  readonly isEnabled: boolean
  /** JSON text for a column: `value` itself, or encrypted. Decrypting takes the same `name`. */
  encrypt(name: string, value: unknown): string
  /**
   * The value of a column, decrypted when it is encrypted.
   * @throws StartupError without SECRET_KEY, or with another key or name than it was encrypted with.
   */
  decrypt(name: string, stored: unknown): unknown
}

const Encrypted = z.object({ sealed: z.string() })

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'flockwork: keys at rest'

export function createEncryption(secretKey: string | null): Encryption {
  const key =
    secretKey === null ? undefined : Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSE, KEY_BYTES))

  return {
    isEnabled: key !== undefined,
    encrypt(name, value) {
      const text = JSON.stringify(value)
      return key === undefined ? text : JSON.stringify({ sealed: encrypt(key, name, text) })
    },
    decrypt(name, stored) {
      const { data, success } = Encrypted.safeParse(stored)
      if (!success) return stored
      if (key === undefined) {
        throw new StartupError(
          'The keys in the database are encrypted: set SECRET_KEY to the value they were encrypted with.',
        )
      }
      return JSON.parse(decrypt(key, name, data.sealed))
    },
  }
}

export function isEncrypted(stored: unknown): boolean {
  return Encrypted.safeParse(stored).success
}

function encrypt(key: Buffer, name: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  // bound to its name: moved to another column, it doesn't decrypt
  cipher.setAAD(Buffer.from(name))
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts).toString('base64url')
}

function decrypt(key: Buffer, name: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    throw new StartupError('SECRET_KEY is not the one that the keys in the database were encrypted with.')
  }
}
