/**
 * Accepts requests only under our own names: another site's page whose DNS name points here could otherwise use the
 * instance with its visitor's rights (docs/rules/requests.md#origin-and-host).
 */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hostName, isOurHost } from '../platform/address.ts'
import { BadHost } from '../platform/errors.ts'
import { presentsMetricsToken } from './metrics-access.ts'

/** For monitoring, under any name; they return no user data. */
const HEALTH_CHECKS = ['/healthz', '/readyz']

type Settings = Pick<Config, 'publicUrl' | 'host' | 'metricsToken'>

/** @throws BadHost */
export function requireOwnHost(request: FastifyRequest, settings: Settings): void {
  const { host } = request.headers
  const name = hostName(host)
  if (isOurHost(host, settings.publicUrl) || (name !== undefined && name === hostName(settings.host))) return
  if (!isAnsweredUnderEveryName(request, settings)) throw new BadHost()
}

function isAnsweredUnderEveryName(request: FastifyRequest, settings: Settings): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  // another site's page doesn't know the token
  return HEALTH_CHECKS.includes(path) || (path === '/metrics' && presentsMetricsToken(request, settings))
}
