/** A signed head of the audit log, also stored outside of the database: in the log files and in exports (ADR-0024). */
import { publicKeyOf } from '../../records/index.ts'
import { verify } from 'node:crypto'
import * as z from 'zod/mini'

const Checkpoint = z.object({
  /** The number of the newest entry at the time. */
  number: z.int().check(z.nonnegative()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  at: z.string().check(z.maxLength(30)),
  /** The instance's public key: the 32 bytes of RFC 8032, in base64url. */
  key: z.string().check(z.maxLength(50)),
  signature: z.string().check(z.maxLength(100)),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** Signs for the instance. */
export interface SigningKey {
  readonly publicKey: string
  sign(text: string): string
}

export function signCheckpoint(
  key: SigningKey,
  { number, hash, at }: Pick<Checkpoint, 'number' | 'hash' | 'at'>,
): Checkpoint {
  return { number, hash, at, key: key.publicKey, signature: key.sign(textOf({ number, hash, at })) }
}

/** Whether it has a valid signature by the key that it names. */
export function isSigned(checkpoint: Checkpoint): boolean {
  return isSignature(textOf(checkpoint), checkpoint)
}

export function isSignature(text: string, { key, signature }: { key: string; signature: string }): boolean {
  const publicKey = publicKeyOf(key)
  if (publicKey === undefined) return false
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
}

function textOf({ number, hash, at }: Pick<Checkpoint, 'number' | 'hash' | 'at'>): string {
  return `flockwork-audit 1 checkpoint ${number} ${hash} ${at}`
}

/** The checkpoint in a line of a log file or an export, if there is one. */
export function checkpointIn(line: string): Checkpoint | undefined {
  if (!line.includes('"audit_checkpoint"')) return undefined
  try {
    const parsed = Checkpoint.safeParse((JSON.parse(line) as { audit_checkpoint?: unknown }).audit_checkpoint)
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
