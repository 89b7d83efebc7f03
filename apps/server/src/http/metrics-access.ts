/**
 * Who may read `/metrics` (docs/rules/requests.md#health): this machine, and clients with METRICS_TOKEN. A local proxy
 * connects from loopback on behalf of anyone, so proxied requests don't count as this machine's.
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { bearerOf, isLoopback } from '../platform/address.ts'
import { Forbidden, Unauthorized } from '../platform/errors.ts'
import { sha256 } from '../platform/secrets.ts'
import type { Config } from '../config.ts'

type Settings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/** Every proxy sends one of these, or can be configured to. */
const FORWARDED = ['forwarded', 'via', 'x-real-ip']
const FORWARDED_PREFIX = 'x-forwarded-'

/** @throws Unauthorized, Forbidden where no token is set */
export function requireMetricsAccess(request: FastifyRequest, settings: Settings): void {
  if (presentsMetricsToken(request, settings) || isOnThisMachine(request, settings)) return
  if (settings.metricsToken !== null) throw new Unauthorized('Send METRICS_TOKEN as a bearer token')
  throw new Forbidden('From another machine metrics need METRICS_TOKEN, which is not set')
}

export function presentsMetricsToken(
  request: FastifyRequest,
  { metricsToken }: Pick<Settings, 'metricsToken'>,
): boolean {
  const presented = bearerOf(request)
  return metricsToken !== null && presented !== undefined && isSame(metricsToken, presented)
}

function isOnThisMachine({ raw }: FastifyRequest, settings: Settings): boolean {
  const isForwarded = Object.keys(raw.headers).some(
    (name) => FORWARDED.includes(name) || name.startsWith(FORWARDED_PREFIX),
  )
  return isLoopbackSocket(raw.socket.remoteAddress) && !isForwarded && !mayBeBehindSilentProxy(settings)
}

function isLoopbackSocket(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

/** A public URL without a trusted proxy: requests may be proxied without a header that says so. */
function mayBeBehindSilentProxy({ publicUrl, trustProxy }: Settings): boolean {
  return publicUrl !== null && !isLoopback(new URL(publicUrl).hostname) && trustProxy === false
}

/** Hashed, so that the time of the comparison reveals nothing about the token. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other))
}
