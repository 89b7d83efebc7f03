/** Who calls and in which revision of the protocol, as the messages of an exchange say it. Pure. */
import {
  CLIENT_INFO_META_KEY,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'

export interface Handshake {
  readonly client: string | null
  readonly protocol: string | null
}

const CLIENT_MAX_CHARS = 100
const REVISION = /^\d{4}-\d{2}-\d{2}$/

/** The older protocol says it once, in `initialize`; the newer one in each request's metadata. */
export function handshakeIn(body: unknown): Handshake | undefined {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  for (const message of messages) {
    const { method, params } = fieldsOf(message)
    const { protocolVersion, clientInfo, _meta } = fieldsOf(params)
    if (method === 'initialize') {
      return { client: clientOf(clientInfo), protocol: agreedOn(protocolVersion) }
    }
    const meta = fieldsOf(_meta)
    const protocol = meta[PROTOCOL_VERSION_META_KEY]
    if (typeof protocol === 'string' && REVISION.test(protocol)) {
      return { client: clientOf(meta[CLIENT_INFO_META_KEY]), protocol }
    }
  }
  return undefined
}

/** The server answers a revision that it doesn't know with its own newest. */
function agreedOn(asked: unknown): string {
  return typeof asked === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(asked)
    ? asked
    : LATEST_PROTOCOL_VERSION
}

function clientOf(info: unknown): string | null {
  const { name, version } = fieldsOf(info)
  const words = [name, version].filter((word) => typeof word === 'string').join(' ')
  const shown = words.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim()
  return shown === '' ? null : [...shown].slice(0, CLIENT_MAX_CHARS).join('')
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
