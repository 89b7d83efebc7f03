/** The client and the protocol revision that the messages of an exchange name. Pure. */
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

/** Older revisions send it once, in `initialize`; newer ones in each request's metadata. */
export function handshakeIn(body: unknown): Handshake | undefined {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  for (const message of messages) {
    const { method, params } = fieldsOf(message)
    const { protocolVersion, clientInfo, _meta } = fieldsOf(params)
    if (method === 'initialize') {
      return { client: clientOf(clientInfo), protocol: negotiated(protocolVersion) }
    }
    const meta = fieldsOf(_meta)
    const protocol = meta[PROTOCOL_VERSION_META_KEY]
    if (typeof protocol === 'string' && REVISION.test(protocol)) {
      return { client: clientOf(meta[CLIENT_INFO_META_KEY]), protocol }
    }
  }
  return undefined
}

/** The server answers an unknown revision with its own latest. */
function negotiated(requested: unknown): string {
  return typeof requested === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(requested)
    ? requested
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
