/**
 * Every page and call comes under a name of ours: a page of another site whose name DNS points here could else use the
 * instance as its visitor's (docs/rules/requests.md#origin-and-host).
 */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hostName, isOurHost } from '../platform/address.ts'
import { BadHost } from '../platform/errors.ts'
import { presentsMetricsToken } from './metrics-access.ts'

/** Called by whatever watches the instance, under whichever name; they answer nothing that is anybody's. */
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
  // a page of another site doesn't know the token
  return HEALTH_CHECKS.includes(path) || (path === '/metrics' && presentsMetricsToken(request, settings))
}
