/**
 * Fetches a program's client-id document, whose URL a stranger chose, safe from SSRF: only https, only from public
 * addresses, connecting to the checked address, no redirects, limited in time and size.
 */
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createNameResolver } from '../../../platform/name-resolver.ts'
import {
  isPublicAddress,
  literalAddressOf,
  pinnedLookup,
  type ResolveName,
} from '../../../platform/public-address.ts'

/** For the whole fetch, including the body. */
const TIMEOUT_MS = 5000
export const DOCUMENT_MAX_BYTES = 5 * 1024

interface Deps {
  readonly resolve: ResolveName
  readonly isAllowed: (address: string) => boolean
  readonly request: (url: URL, options: RequestOptions) => ClientRequest
}

function defaultDeps(): Deps {
  return { resolve: createNameResolver(), isAllowed: isPublicAddress, request: httpsRequest }
}

/** @throws if the URL must not or can't be fetched. */
export function createDocumentFetch(deps: Deps = defaultDeps()) {
  const get = createGet(deps)
  return async (address: string): Promise<Response> => {
    const answer = await get(address)
    try {
      return await responseOf(answer)
    } finally {
      answer.destroy()
    }
  }
}

/** A public site for the probe; its content doesn't matter. */
const PROBED = 'https://example.com/'

/** Whether documents can be fetched from here at all: not in a closed network. */
export function createReachProbe(deps: Deps = defaultDeps(), address = PROBED): () => Promise<boolean> {
  const get = createGet(deps)
  return async () => {
    try {
      const answer = await get(address)
      answer.destroy()
      return true
    } catch {
      return false
    }
  }
}

function createGet({ resolve, isAllowed, request }: Deps) {
  const lookup = pinnedLookup(isAllowed, resolve)

  return async (address: string): Promise<IncomingMessage> => {
    const url = new URL(address)
    if (url.protocol !== 'https:') throw new Error('Only https')
    const literal = literalAddressOf(url)
    // literal addresses aren't looked up
    if (literal !== undefined && !isAllowed(literal)) throw new Error(`${literal} is not a public address`)

    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options: RequestOptions = {
      lookup,
      signal,
      agent: false,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    }
    return new Promise((resolved, rejected) => {
      const sent = request(url, options).on('response', resolved).on('error', rejected)
      // a 101 answer emits no `response`, and destroying its request no `error`
      sent.once('upgrade', ({ statusCode }: IncomingMessage, socket: Duplex) => {
        socket.destroy()
        rejected(new Error(`Answered ${statusCode}`))
      })
      sent.once('close', () => rejected(new Error('Closed without an answer')))
      sent.end()
    })
  }
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  // redirects aren't followed
  if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}`)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > DOCUMENT_MAX_BYTES) throw new Error(`Larger than ${DOCUMENT_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  const cacheControl = answer.headers['cache-control']
  return new Response(Buffer.concat(chunks), {
    headers: {
      'content-type': 'application/json',
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    },
  })
}
