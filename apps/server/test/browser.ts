/** A browser of a test, as far as addresses and cookies go: it keeps cookies by host and path, and follows. */
import { requestOnce } from './http.ts'

export interface Visit {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where it is told to go next, whole; null: nowhere. */
  readonly location: string | null
}

export interface Browser {
  /** One request, with the cookies that belong to it; follows nothing. */
  visit(url: string, given?: { method?: string; headers?: Record<string, string> }): Promise<Visit>
  /** Follows from `url` until an answer leads nowhere or `stops`; answers each address that was met. */
  follow(url: string, stops?: (url: string) => boolean): Promise<string[]>
  /** The cookies that a request to `url` would carry, by name. */
  cookies(url: string): Map<string, string>
}

interface Cookie {
  readonly host: string
  readonly path: string
  readonly value: string
}

const REDIRECTS_MAX = 10

export function createBrowser(): Browser {
  const jar = new Map<string, Cookie>()

  const cookies = (url: string) => {
    const { hostname, pathname } = new URL(url)
    const fitting = [...jar].filter(
      ([, { host, path }]) =>
        host === hostname && (pathname === path || pathname.startsWith(withSlash(path))),
    )
    return new Map(fitting.map(([key, { value }]) => [key.split(' ')[2] ?? '', value]))
  }

  const storeCookies = (url: string, headers: Headers) => {
    const host = new URL(url).hostname
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const [name = '', value = ''] = pair.split('=', 2)
      const path = attributeOf(attributes, 'path') ?? '/'
      const key = `${host} ${path} ${name}`
      const expires = attributeOf(attributes, 'expires')
      const isGone =
        attributeOf(attributes, 'max-age') === '0' || (expires && Date.parse(expires) <= Date.now())
      if (isGone) jar.delete(key)
      else jar.set(key, { host, path, value })
    }
  }

  const visit: Browser['visit'] = async (url, { method = 'GET', headers = {} } = {}) => {
    const sent = [...cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await requestOnce(url, {
      method,
      headers: { ...(sent !== '' && { cookie: sent }), ...headers },
    })
    storeCookies(url, answer.headers)
    const location = answer.headers.get('location')
    return { ...answer, location: location === null ? null : new URL(location, url).href }
  }

  return {
    visit,
    cookies,
    async follow(url, stops = () => false) {
      const met = [url]
      let here = url
      while (!stops(here)) {
        const { location } = await visit(here)
        if (location === null) return met
        if (met.length > REDIRECTS_MAX) throw new Error(`Redirected without end: ${met.join(' ')}`)
        met.push(location)
        here = location
      }
      return met
    },
  }
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}

function attributeOf(attributes: readonly string[], name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
