/** Where a call came from, and whether a page of ours made it. */
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { BadOrigin } from './errors.ts'

function hostName(host: string): string {
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':', 1)[0] ?? '')
}

/** A name that DNS can't be made to point here: a loopback name or a literal address. */
function isSafeHost(host: string): boolean {
  const name = hostName(host)
  return name === 'localhost' || isIPv4(name) || (name.startsWith('[') && isIPv6(name.slice(1, -1)))
}

/**
 * Whether `origin` is ours (decisions 12.18): with a public address it must be that address; without, it
 * must name the request's own Host, which must be a loopback name or an IP address.
 */
export function isOurOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === new URL(publicUrl).origin
  if (host === undefined || !isSafeHost(host)) return false
  return origin === `http://${host}` || origin === `https://${host}`
}

/** Whether the Host of a request is one of ours; guards calls without an Origin against DNS rebinding. */
export function isOurHost(host: string | undefined, publicUrl: string | null): boolean {
  if (host === undefined) return false
  if (publicUrl !== null && host === new URL(publicUrl).host) return true
  return isSafeHost(host)
}

/** @throws BadOrigin for a call by cookie that doesn't come from a page of ours. */
export function requireOurOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOurs = origin !== undefined && isOurOrigin(origin, host, publicUrl)
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw new BadOrigin()
}

/** A browser gets no refresh token in any body (decisions 1.3). */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

/** The token of `Authorization: Bearer`, if there is one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const [scheme, token] = header.split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && token !== '' ? token : undefined
}
