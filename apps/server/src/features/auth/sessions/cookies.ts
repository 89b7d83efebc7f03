/** The two cookies: the refresh token, and the signed list of accounts that this device signed in to. */
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_MS } from '@flockwork/contract/limits'
import type { InstanceKey } from '../keys/instance-keys.ts'

const REFRESH = 'ax_refresh'
const DEVICE = 'ax_device'
const PATH = '/auth'
const DEVICE_S = 400 * 24 * 60 * 60
/** A browser is rarely shared by more people. */
const DEVICE_ACCOUNTS = 10

export function refreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH]
}

export function setRefreshCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  reply.setCookie(REFRESH, token, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: REFRESH_TOKEN_MS / 1000,
  })
}

export function clearRefreshCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH, { path: PATH })
}

/** Whether this device signed in to the account before. Survives logout, so that strangers can't lock anyone out. */
export function isKnownDevice(request: FastifyRequest, key: InstanceKey, accountId: string): boolean {
  return knownAccounts(request, key).includes(accountId)
}

export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, accountId, isSecure }: { key: InstanceKey; accountId: string; isSecure: boolean },
): void {
  const others = knownAccounts(request, key).filter((id) => id !== accountId)
  const accounts = [accountId, ...others].slice(0, DEVICE_ACCOUNTS).join(' ')
  reply.setCookie(DEVICE, `${accounts}.${key.sign(accounts)}`, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: DEVICE_S,
  })
}

function knownAccounts(request: FastifyRequest, key: InstanceKey): string[] {
  const [accounts, signature] = (request.cookies[DEVICE] ?? '').split('.', 2)
  if (accounts === undefined || signature === undefined || !key.verify(accounts, signature)) return []
  return accounts.split(' ')
}
