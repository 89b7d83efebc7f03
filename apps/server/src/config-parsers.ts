/** Parsers for the values of environment variables. */
import { trimEnd } from '@flockwork/contract/text/trim-end'
import { isIP } from 'node:net'

export const SECRET_MIN_CHARS = 16
/** Names of groups of addresses, as Fastify's `trustProxy` has them. */
const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal']

/** Parses a variable's text; undefined when it is wrong. */
export type Parser<T> = (text: string) => T | undefined

export function oneOf<const T extends string>(words: readonly T[]): Parser<T> {
  return (text) => words.find((word) => word === text)
}

export function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export function wholeNumber(min: number, max: number): Parser<number> {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

export function positiveNumber(text: string): number | undefined {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  return value > 0 ? value : undefined
}

/** A price in dollars. */
export function price(text: string): number | undefined {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return value <= 1_000_000 ? value : undefined
}

/** Seconds; the maximum is well below what a whole answer may take. */
export function shortTime(text: string): number | undefined {
  const value = positiveNumber(text)
  return value !== undefined && value <= 25 ? value : undefined
}

export function modelName(text: string): string | undefined {
  return /^\S{1,200}$/.test(text) ? text : undefined
}

export function headerText(text: string): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.test(text) ? text : undefined
}

export function longSecret(text: string): string | undefined {
  return text.length >= SECRET_MIN_CHARS ? text : undefined
}

/** One that can be sent in a header. */
export function bearerSecret(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? longSecret(text) : undefined
}

export function onOrOff(text: string): boolean | undefined {
  return text === 'on' || (text === 'off' ? false : undefined)
}

export function hostName(text: string): string | undefined {
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return host
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host) && !/^[\d.]+$/.test(host)
    ? host.toLowerCase()
    : undefined
}

function webUrl(text: string): URL | undefined {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.username === '' && url.password === '' ? url : undefined
}

export function webAddress(text: string): string | undefined {
  return webUrl(text)?.href
}

/** A URL to append paths to. */
export function webBase(text: string): string | undefined {
  const url = webUrl(text)
  return url?.search === '' && url.hash === '' ? trimEnd(url.href, '/') : undefined
}

export function origin(text: string): string | undefined {
  const url = webUrl(text)
  return url?.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined
}

export function postgresUrl(text: string): string | undefined {
  // URL can't parse the forms that name a socket; the driver reads them.
  return /^(postgres(ql)?|socket):\/?\/?[^\s]+$|^\/\S+ \S+$/.test(text) ? text : undefined
}

export function emails(text: string): string[] | undefined {
  const addresses = listOf(text).map((address) => address.toLowerCase())
  return addresses.every((address) => /^[^\s@]+@[^\s@]+$/.test(address)) ? addresses : undefined
}

export function proxies(text: string): boolean | number | string[] | undefined {
  if (/^\d+$/.test(text)) return Number(text) === 0 ? false : wholeNumber(1, 100)(text)
  const trusted = listOf(text)
  return onOrOff(text) ?? (trusted.length > 0 && trusted.every(isProxy) ? trusted : undefined)
}

function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (bits === undefined) return isIP(address) !== 0 || PROXY_GROUPS.includes(address)
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && wholeNumber(0, maxBits)(bits) !== undefined
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
