/**
 * One attempt: a POST to a URL that an owner chose. It connects to an IP address that was looked up once and checked,
 * follows no redirect, reads only the status and headers of the answer, and times out.
 */
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { WEBHOOK_TIMEOUT_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import { codeOf } from '../../platform/database.ts'
import {
  AddressNotAllowed,
  isPublicAddress,
  isPublicOrPrivateAddress,
  literalAddressOf,
  pinnedLookup,
  type ResolveName,
} from '../../platform/public-address.ts'
import { retryAfterSecondsOf } from './schedule.ts'

export interface Outcome {
  /** Null for no answer. */
  readonly status: number | null
  /** Null for a 2xx answer. */
  readonly problem: string | null
  /** The receiver's Retry-After. */
  readonly retryAfterS?: number | undefined
}

export interface Outgoing {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export type Send = (outgoing: Outgoing) => Promise<Outcome>

interface Deps {
  /** Allows private addresses and plain HTTP. */
  readonly allowPrivate: boolean
  readonly version: string
  readonly clock: Clock
  readonly timeoutMs?: number
  readonly resolve?: ResolveName
}

const ANSWER_HEADERS_MAX_BYTES = 8192
/** The status by which a receiver unsubscribes. */
export const GONE = 410

/** Why a URL can't be a webhook's, without a DNS lookup; `undefined` if it can. */
export function whyNoWebhook(address: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(address)) return 'This is no address'
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'It must begin with https://'
  if (url.username !== '' || url.password !== '') return 'It must not contain a name or password'
  if (url.hash !== '') return 'It must not contain a #'
  const literal = literalAddressOf(url)
  const isAllowed = literal === undefined || allowedBy(allowPrivate)(literal)
  return isAllowed && (allowPrivate || !isLocalName(url.hostname)) ? undefined : 'It is not a public address'
}

export function createSend({
  allowPrivate,
  version,
  clock,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
  resolve,
}: Deps): Send {
  const lookup = pinnedLookup(allowedBy(allowPrivate), resolve)
  return async ({ url: address, body, headers }) => {
    // the operator's setting may have changed meanwhile
    const problem = whyNoWebhook(address, allowPrivate)
    if (problem !== undefined) return { status: null, problem }
    const url = new URL(address)
    const options: RequestOptions = {
      method: 'POST',
      lookup,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Flockwork/${version} (webhook)`,
      },
    }
    try {
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options)
      return outcomeOf(await answerTo(request, body), clock.now())
    } catch (error) {
      return { status: null, problem: problemOf(error, timeoutMs) }
    }
  }
}

function allowedBy(allowPrivate: boolean): (address: string) => boolean {
  return allowPrivate ? isPublicOrPrivateAddress : isPublicAddress
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

interface Head {
  readonly status: number
  readonly retryAfter: string | undefined
}

function answerTo(request: ClientRequest, body: string): Promise<Head> {
  return new Promise((resolve, reject) => {
    request.once('response', (answer: IncomingMessage) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      // its body is of no use, and may be endless
      request.destroy()
    })
    // a 101 answer emits no `response`, and destroying its request no `error`
    request.once('upgrade', ({ statusCode = 0 }: IncomingMessage, socket: Duplex) => {
      socket.destroy()
      resolve({ status: statusCode, retryAfter: undefined })
    })
    request.on('error', reject)
    request.once('close', () => reject(new Error('Closed without an answer')))
    request.end(body)
  })
}

function outcomeOf({ status, retryAfter }: Head, now: number): Outcome {
  if (status >= 200 && status < 300) return { status, problem: null }
  if (status >= 300 && status < 400)
    return { status, problem: `Answered ${status}, a redirect, which is not followed` }
  return {
    status,
    problem: status === GONE ? 'Answered 410: nobody wants it there any more' : `Answered ${status}`,
    retryAfterS: retryAfterSecondsOf(retryAfter, now),
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection broke off before an answer',
  ENOTFOUND: 'There is no such host',
  EAI_AGAIN: 'The host could not be looked up',
  EHOSTUNREACH: 'The host could not be reached',
  ENETUNREACH: 'The host could not be reached',
  HPE_HEADER_OVERFLOW: 'The answer’s headers are too long',
}

/** The message for the owner, without details of a network failure. */
function problemOf(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressNotAllowed) return 'The host is not at a public address'
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return `No answer within ${timeoutMs / 1000} s`
  const code = codeOf(error) ?? ''
  if (code.startsWith('HPE_')) return PROBLEMS[code] ?? 'The answer is not HTTP'
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT'))
    return `The certificate or TLS failed (${code})`
  return PROBLEMS[code] ?? 'The connection failed'
}
