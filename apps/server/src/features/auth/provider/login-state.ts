/**
 * Sign-ins under way at the provider. Each is a cookie of its own, sealed, so that any node can end what
 * another began, several tabs may sign in at once, and nobody else's `state` counts in this browser.
 */
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { sha256Hex } from '../../../platform/secrets.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'

const Attempt = z.object({
  state: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** A path of ours, or null: home. */
  next: z.nullable(z.string()),
  setupCode: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
})
export type Attempt = z.infer<typeof Attempt>

export const ATTEMPT_MS = 10 * 60 * 1000
/** More would outgrow what a request's headers may hold; the oldest give way. */
const ATTEMPTS_MAX = 5

const PREFIX = 'ax_sign_in_'
const PATH = '/auth/github'
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const

export interface AttemptKeeper {
  readonly clock: Clock
  readonly key: InstanceKey
}

export async function keepAttempt(
  { clock, key }: AttemptKeeper,
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecure, ...attempt }: Omit<Attempt, 'endsAt'> & { isSecure: boolean },
): Promise<void> {
  const endsAt = clock.now() + ATTEMPT_MS
  const sealed = await new EncryptJWT({ ...attempt, endsAt }).setProtectedHeader(HEADER).encrypt(sealOf(key))

  // browsers send the older ones first
  const others = Object.keys(request.cookies).filter((name) => name.startsWith(PREFIX))
  for (const name of others.slice(0, Math.max(0, others.length + 1 - ATTEMPTS_MAX))) {
    reply.clearCookie(name, { path: PATH })
  }
  reply.setCookie(nameOf(attempt.state), sealed, {
    path: PATH,
    httpOnly: true,
    // the way back from the provider is a navigation from another site
    sameSite: 'lax',
    secure: isSecure,
    maxAge: ATTEMPT_MS / 1000,
  })
}

/** Takes the attempt with this `state` from the browser, if it is one that we began there. Used once. */
export async function takeAttempt(
  { clock, key }: AttemptKeeper,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<{ attempt: Attempt; isExpired: boolean } | undefined> {
  const name = nameOf(state)
  const sealed = request.cookies[name]
  if (sealed === undefined) return undefined
  reply.clearCookie(name, { path: PATH })
  const attempt = await unseal(key, sealed)
  if (attempt === undefined || attempt.state !== state) return undefined
  return { attempt, isExpired: attempt.endsAt <= clock.now() }
}

async function unseal(key: InstanceKey, sealed: string): Promise<Attempt | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, sealOf(key), {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
    })
    return Attempt.parse(payload)
  } catch {
    // not sealed by us
    return undefined
  }
}

function nameOf(state: string): string {
  return `${PREFIX}${sha256Hex(state).slice(0, 16)}`
}

/** A key for this purpose alone, 256 bits, the same on every node. */
function sealOf(key: InstanceKey): Uint8Array {
  return Buffer.from(key.sign('seal of sign-ins under way'), 'base64url')
}
