/**
 * Fetches a program's client-id document, whose address a stranger chose, without SSRF: only https, only from public
 * addresses, connecting to the one that was looked up, no redirects, limited in time and size.
 */
import { lookup, type LookupAddress } from 'node:dns'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** For the whole fetch, the body included. */
const TIMEOUT_MS = 5000
export const DOCUMENT_MAX_BYTES = 5 * 1024

/** Addresses outside the public internet (IANA's special-purpose registries), and multicast. */
const SPECIAL: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** The global unicast range of IPv6, less its special-purpose networks. */
const PUBLIC_V6 = ['2000::', 3] as const
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, bits] of SPECIAL) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6')
const publicV6 = new BlockList()
publicV6.addSubnet(...PUBLIC_V6, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && publicV6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

interface Deps {
  /** Every address of a name. */
  readonly resolve: (
    name: string,
    done: (error: Error | null, addresses?: readonly LookupAddress[]) => void,
  ) => void
  readonly isAllowed: (address: string) => boolean
  readonly request: (url: URL, options: RequestOptions) => ClientRequest
}

const DEFAULT_DEPS: Deps = {
  resolve: (name, done) => lookup(name, { all: true }, done),
  isAllowed: isPublicAddress,
  request: httpsRequest,
}

/** @throws for whatever must not or can't be fetched. */
export function createDocumentFetch({ resolve, isAllowed, request }: Deps = DEFAULT_DEPS) {
  /** Resolves to one address, if all of the name's are allowed; the connection uses it, against DNS rebinding. */
  const pinned: LookupFunction = (name, { all }, done) => {
    resolve(name, (error, addresses = []) => {
      if (error !== null) return done(error, '')
      const [first] = addresses
      const isSafe = first !== undefined && addresses.every(({ address }) => isAllowed(address))
      if (!isSafe) return done(new Error(`${name} is not a public address`), '')
      if (all === true) done(null, [first])
      else done(null, first.address, first.family)
    })
  }

  return async (address: string): Promise<Response> => {
    const url = new URL(address)
    if (url.protocol !== 'https:') throw new Error('Only https')
    const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // a literal address isn't looked up
    if (isIP(name) !== 0 && !isAllowed(name)) throw new Error(`${name} is not a public address`)

    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options: RequestOptions = {
      lookup: pinned,
      signal,
      agent: false,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    }
    const answer = await new Promise<IncomingMessage>((resolved, rejected) => {
      request(url, options).on('response', resolved).on('error', rejected).end()
    })
    try {
      return await responseOf(answer)
    } finally {
      answer.destroy()
    }
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
