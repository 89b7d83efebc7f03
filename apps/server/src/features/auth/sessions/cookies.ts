/** The two cookies: the refresh token, and the signed device cookie with the accounts that it signed in to. */
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REFRESH_TOKEN_MS } from '@flockwork/contract/limits'
import type { InstanceKey } from '../keys/instance-keys.ts'

const REFRESH = 'ax_refresh'
const DEVICE = 'ax_device'
const PATH = '/auth'
const DEVICE_S = 400 * 24 * 60 * 60
/** More people rarely share a browser. */
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

/** A device as its signed cookie has it. */
interface KnownDevice {
  /** Null in cookies of earlier versions. */
  readonly id: string | null
  /** The accounts that it signed in to. */
  readonly accounts: readonly string[]
}

const NO_DEVICE: KnownDevice = { id: null, accounts: [] }

/** Whether this device signed in to the account before. Survives logout, so strangers can't lock its person out. */
export function isKnownDevice(request: FastifyRequest, key: InstanceKey, accountId: string): boolean {
  return readDevice(request, key).accounts.includes(accountId)
}

interface SignedInDevice {
  readonly key: InstanceKey
  readonly accountId: string
  readonly deviceId: string
  readonly isSecure: boolean
}

export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, accountId, deviceId, isSecure }: SignedInDevice,
): void {
  const others = readDevice(request, key).accounts.filter((id) => id !== accountId)
  const accounts = [accountId, ...others].slice(0, DEVICE_ACCOUNTS).join(' ')
  const device = `${deviceId}:${accounts}`
  reply.setCookie(DEVICE, `${device}.${key.sign(device)}`, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    maxAge: DEVICE_S,
  })
}

/** Parses `device:account account.signature`; null unless we signed it. */
export function readDevice(request: FastifyRequest, key: InstanceKey): KnownDevice {
  const [device, signature] = (request.cookies[DEVICE] ?? '').split('.', 2)
  if (device === undefined || signature === undefined || !key.verify(device, signature)) return NO_DEVICE
  const [id, accounts] = device.includes(':') ? device.split(':', 2) : [null, device]
  return { id: id ?? null, accounts: (accounts ?? '').split(' ') }
}
