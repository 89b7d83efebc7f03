/** What a token is for: the MCP endpoint of this instance, of any agent or of one (RFC 8707, RFC 9728). */
import { isHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import { isLoopback } from '../../platform/address.ts'

const MCP = '/mcp'
const AGENT_PATH = /^\/mcp\/agents\/([^/]+)$/

/** The one audience of every token of ours, whichever agent it is for. */
export function audienceOf(address: string): string {
  return address + MCP
}

/** A resource without the slash at its end, which clients add or leave out as they like. */
export function withoutSlash(resource: string): string {
  return resource.replace(/\/+$/, '')
}

export interface Resource {
  /** The agent that its path names, as it is written there; null when it names none. */
  readonly agent: string | null
}

/** What `resource` means at `address`; `undefined` when it is nothing of this instance. */
export function readResource(resource: string, address: string): Resource | undefined {
  if (!URL.canParse(resource)) return undefined
  const { origin, pathname, search, hash, username } = new URL(resource)
  if (search !== '' || hash !== '' || username !== '' || !isSameInstance(origin, address)) return undefined
  const path = withoutSlash(pathname)
  if (path === MCP) return { agent: null }
  const [, named] = AGENT_PATH.exec(path) ?? []
  return named === undefined ? undefined : { agent: decoded(named) }
}

/** Names of this machine count as one (docs/rules/requests.md#origin-and-host). */
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

/** The path below `/mcp` that metadata is asked for, as a resource; `undefined` for any other. */
export function resourceAt(address: string, handle: string | undefined): string | undefined {
  if (handle === undefined) return audienceOf(address)
  const name = decoded(handle)
  return isHandle(name) ? `${address}${MCP}/agents/${name}` : undefined
}
