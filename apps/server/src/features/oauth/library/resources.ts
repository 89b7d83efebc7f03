/** The resources of tokens: the MCP endpoint of any agent or of a named one (RFC 8707, RFC 9728). */
import { trimEnd } from '@flockwork/contract/text/trim-end'
import { isHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import { isLoopback } from '../../../platform/address.ts'

const MCP = '/mcp'
const AGENT_PATH = /^\/mcp\/agents\/([^/]+)$/

/** The audience of all our tokens, for any agent. */
export function audienceOf(address: string): string {
  return address + MCP
}

/** A resource without a trailing slash, which clients add or leave out. */
export function withoutSlash(resource: string): string {
  return trimEnd(resource, '/')
}

export interface Resource {
  /** The handle in its path; null if it names no agent. */
  readonly agent: string | null
}

/** Parses `resource` at `address`; `undefined` if it isn't this instance's. */
export function readResource(resource: string, address: string): Resource | undefined {
  if (!URL.canParse(resource)) return undefined
  const { origin, pathname, search, hash, username } = new URL(resource)
  if (search !== '' || hash !== '' || username !== '' || !isSameInstance(origin, address)) return undefined
  const path = withoutSlash(pathname)
  if (path === MCP) return { agent: null }
  const [, named] = AGENT_PATH.exec(path) ?? []
  return named === undefined ? undefined : { agent: decoded(named) }
}

/** All loopback names count as one (docs/rules/requests.md#origin-and-host). */
function isSameInstance(origin: string, address: string): boolean {
  if (origin === address) return true
  const [one, other] = [new URL(origin), new URL(address)]
  return (
    one.protocol === other.protocol &&
    one.port === other.port &&
    isLoopback(one.hostname) &&
    isLoopback(other.hostname)
  )
}

function decoded(part: string): string {
  try {
    return normaliseHandle(decodeURIComponent(part)).replace(/^@/, '')
  } catch {
    return part
  }
}

/** The resource of the whole endpoint, or of an agent's; `undefined` for an invalid handle. */
export function resourceAt(address: string, handle: string | undefined): string | undefined {
  if (handle === undefined) return audienceOf(address)
  const name = decoded(handle)
  return isHandle(name) ? `${address}${MCP}/agents/${name}` : undefined
}
