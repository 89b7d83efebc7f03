/** Where a request came from: its address, its Origin and its Host (docs/rules/requests.md#origin-and-host). */
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { CallOrigin } from './actor.ts'
import { BadOrigin } from './errors.ts'

/** A name or address and maybe a port, and no other part of a URL. */
const HOST = /^(\[[^\]]*\]|[^:@[\]/\\?#]*)(:\d{1,5})?$/
/** The longest DNS name, plus a port. Anything longer is refused before `URL` spends time on it. */
const HOST_MAX_CHARS = 253 + ':65535'.length

/** The host without its port, normalized as `URL` does; `undefined` if it isn't a host. */
export function hostName(host: string | undefined): string | undefined {
  if (host === undefined || host.length > HOST_MAX_CHARS || !HOST.test(host)) return undefined
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

/** Whether DNS rebinding can't produce this name: a loopback name or a literal address. */
function isSafeName(name: string): boolean {
  return name === 'localhost' || isIPv4(name) || name.startsWith('[')
}

/** A name or address of the machine itself, as `URL` writes host names. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}

/**
 * Whether `origin` is ours: with a PUBLIC_URL it must be that; without, it must name the request's own Host, which must
 * be a loopback name or an IP address.
 */
export function isOurOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === new URL(publicUrl).origin
  const name = hostName(host)
  if (name === undefined || !isSafeName(name)) return false
  return [`http://${host}`, `https://${host}`].some((address) => new URL(address).origin === origin)
}

/**
 * Whether the Host of a request is one of ours; guards calls without an Origin against DNS rebinding. The port doesn't
 * count: a proxy may name the one that it listens on, and whoever controls our name controls all its ports.
 */
export function isOurHost(host: string | undefined, publicUrl: string | null): boolean {
  const name = hostName(host)
  if (name === undefined) return false
  return isSafeName(name) || (publicUrl !== null && name === new URL(publicUrl).hostname)
}

/**
 * The origin at which the client reached us, without a slash at its end: PUBLIC_URL, or the request's own where its Host
 * is a loopback name or an IP address; `undefined` when it may not be ours.
 */
export function ownOrigin(request: FastifyRequest, publicUrl: string | null): string | undefined {
  if (publicUrl !== null) return publicUrl
  const requested = `${request.protocol}://${request.headers.host ?? ''}`
  if (!URL.canParse(requested)) return undefined
  const { host, origin } = new URL(requested)
  return isOurHost(host, null) ? origin : undefined
}

/** @throws BadOrigin for a call by cookie that doesn't come from a page of ours. */
export function requireOurOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOurs = origin !== undefined && isOurOrigin(origin, host, publicUrl)
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw new BadOrigin()
}

/**
 * Another site's page can't call us as its visitor, unless its own DNS name points here.
 * @throws BadOrigin for a call that names an Origin which isn't ours.
 */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin, host } = request.headers
  if (origin !== undefined && !isOurOrigin(origin, host, publicUrl)) throw new BadOrigin()
}

/** A browser gets no refresh token in any body (docs/rules/accounts.md#refresh-tokens). */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
}

const USER_AGENT_MAX_CHARS = 300

/** An address with the caller's port, as some proxies name it. */
const WITH_PORT = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i
const IP_MAX_CHARS = 45

/**
 * The IP address that a request came from; null where a trusted proxy names something else. Whatever is stored, shown
 * or counted by address uses this and not Fastify's `request.ip`, which may be any text.
 */
export function callerIp({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [, v6, v4] = WITH_PORT.exec(ip) ?? []
  const [plain = ''] = (v6 ?? v4 ?? ip).split('%', 1)
  return plain.length <= IP_MAX_CHARS && isIP(plain) !== 0 ? plain : null
}

/** Where the request came from, as it is stored and shown. */
export function originOf(request: FastifyRequest): CallOrigin {
  const { headers } = request
  return { ip: callerIp(request), userAgent: headers['user-agent']?.slice(0, USER_AGENT_MAX_CHARS) ?? null }
}

/** The token of `Authorization: Bearer`, if there is one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  const [scheme, token] = header.split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' && token !== undefined && token !== '' ? token : undefined
}

/** The prefix of an IPv4-mapped IPv6 address. */
const MAPPED = '0:0:0:0:0:ffff'
const GROUPS = 8
const NETWORK_GROUPS = 4
/** A proxy may send anything: all callers without a valid address share one limit. */
const NO_ADDRESS = 'no address'

/**
 * The key of a limit by address (docs/rules/requests.md#request-limits): an IPv4 address, or the /64 network of an IPv6
 * address, because one subscriber has all its addresses.
 */
export function limitedAddress(ip: string | null): string {
  if (ip === null || isIPv4(ip)) return ip ?? NO_ADDRESS
  if (!isIPv6(ip)) return NO_ADDRESS

  const groups = groupsOf(new URL(`http://[${ip}]`).hostname.slice(1, -1))
  if (groups.slice(0, -2).join(':') === MAPPED) return ipv4Of(groups.slice(-2))
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** All eight groups of an address as URLs write it. */
function groupsOf(ip: string): string[] {
  const [before = [], after = []] = ip
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after]
}

function ipv4Of(groups: readonly string[]): string {
  const numbers = groups.map((group) => Number.parseInt(group, 16))
  return numbers.flatMap((number) => [number >> 8, number & 0xff]).join('.')
}
