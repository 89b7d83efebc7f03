/**
 * The state of a sign-in at the provider, in its own encrypted cookie: any node can finish what another began,
 * several tabs may sign in at once, and a `state` is valid only in its own browser.
 */
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { sha256Hex } from '../../../platform/secrets.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'

const LoginState = z.object({
  state: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** A path of this instance; null: home. */
  next: z.nullable(z.string()),
  setupCode: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})
export type LoginState = z.infer<typeof LoginState>

export const LOGIN_STATE_MS = 10 * 60 * 1000
/** More could exceed the size limit of request headers; the oldest are dropped. */
const LOGIN_STATES_MAX = 5

const PREFIX = 'ax_sign_in_'
const PATH = '/auth/github'
const HEADER = { alg: 'dir', enc: 'A256GCM' } as const

export interface LoginStateDeps {
  readonly clock: Clock
  readonly key: InstanceKey
}

export async function saveLoginState(
  { clock, key }: LoginStateDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecure, ...state }: Omit<LoginState, 'expiresAt'> & { isSecure: boolean },
): Promise<void> {
  const expiresAt = clock.now() + LOGIN_STATE_MS
  const encrypted = await new EncryptJWT({ ...state, expiresAt })
    .setProtectedHeader(HEADER)
    .encrypt(encryptionKeyOf(key))

  // browsers send older cookies first
  const others = Object.keys(request.cookies).filter((name) => name.startsWith(PREFIX))
  for (const name of others.slice(0, Math.max(0, others.length + 1 - LOGIN_STATES_MAX))) {
    reply.clearCookie(name, { path: PATH })
  }
  reply.setCookie(cookieNameOf(state.state), encrypted, {
    path: PATH,
    httpOnly: true,
    // the callback is a navigation from the provider's site
    sameSite: 'lax',
    secure: isSecure,
    maxAge: LOGIN_STATE_MS / 1000,
  })
}

/** Reads and clears the cookie for this `state`; undefined unless this browser began that sign-in. */
export async function takeLoginState(
  { clock, key }: LoginStateDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<{ loginState: LoginState; isExpired: boolean } | undefined> {
  const name = cookieNameOf(state)
  const encrypted = request.cookies[name]
  if (encrypted === undefined) return undefined
  reply.clearCookie(name, { path: PATH })
  const loginState = await decrypt(key, encrypted)
  if (loginState === undefined || loginState.state !== state) return undefined
  return { loginState, isExpired: loginState.expiresAt <= clock.now() }
}

async function decrypt(key: InstanceKey, encrypted: string): Promise<LoginState | undefined> {
  try {
    const { payload } = await jwtDecrypt(encrypted, encryptionKeyOf(key), {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
    })
    return LoginState.parse(payload)
  } catch {
    // not a cookie of ours
    return undefined
  }
}

function cookieNameOf(state: string): string {
  return `${PREFIX}${sha256Hex(state).slice(0, 16)}`
}

/** A key for this purpose only: 256 bits, the same on every node. */
function encryptionKeyOf(key: InstanceKey): Uint8Array {
  return Buffer.from(key.sign('login state'), 'base64url')
}
