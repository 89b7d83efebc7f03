/**
 * Signatures of webhooks by the Standard Webhooks specification, https://www.standardwebhooks.com (v1, HMAC-SHA256).
 */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret in the format of receivers' libraries. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

export interface Signed {
  readonly id: string
  /** Seconds since 1970. Receivers refuse old timestamps, which prevents replays. */
  readonly timestamp: number
  readonly body: string
}

/** The three headers, with one signature per secret, so that a rotation breaks no receiver. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: Signed) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, { id, timestamp, body })}`).join(' '),
  }
}

function sign(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}
