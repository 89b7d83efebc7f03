/** What the URL says when the page loads, and the URL without its secrets. */
import { withoutTrailingSlash } from '@flockwork/contract/pages'
import { takePendingSignIn, type PendingSignIn } from '../../features/auth/index.ts'
import { isOwnPath } from '@flockwork/contract/text/own-path'
import { authorizationPromptOf } from './authorization-prompt.ts'
import { tabStorage } from '../../storage/tab-storage.ts'

/** Public pages without the shell. */
export type OutsidePageName = 'token' | 'success' | 'reset' | 'consentFailed'

const OUTSIDE_PAGES: Record<string, OutsidePageName> = {
  '/oauth/token': 'token',
  '/oauth/success': 'success',
  '/reset': 'reset',
  '/consent/failed': 'consentFailed',
}

/** Parameters that are read once and then removed from URL and history. */
const READ_ONCE = ['token', 'username', 'error']

export interface Arrival {
  /** The public page that the URL names; null for the app itself. */
  page: OutsidePageName | null
  /** Where to go after signing in; null for the personal space. */
  next: string | null
  token: string | null
  /** Unverified: only for prefilling a field. */
  username: string | null
  /** Why a sign-in at the provider failed, as `auth_failed`. */
  error: string | null
}

/** The URL's parameters, and this tab's stored state of a sign-in at a provider. */
export interface TabArrival extends Arrival {
  /** The sign-in at the provider that ends with this page load. */
  begun: PendingSignIn | null
  /** Signed in at the provider with nowhere else to go: the personal space is next. */
  isFreshSignIn: boolean
}

/** No information in the URL, or already used. */
export const NO_ARRIVAL: TabArrival = {
  page: null,
  next: null,
  token: null,
  username: null,
  error: null,
  begun: null,
  isFreshSignIn: false,
}

/** Permalinks: signing in leads back to them (docs/rules/messages.md#addresses). */
function namesOneThing(url: URL): boolean {
  const { pathname, search } = url
  if (authorizationPromptOf(url)) return true
  const params = new URLSearchParams(search)
  if (/^\/m\/[^/]+$/.test(pathname)) return true
  // a shared view of tasks names its space
  if (pathname === '/tasks') return params.has('task') || params.has('space')
  return pathname === '/agents' && params.has('agent')
}

/** Parses a URL. */
export function arrivalOf(url: URL): Arrival {
  const page = OUTSIDE_PAGES[withoutTrailingSlash(url.pathname)] ?? null
  const params = url.searchParams
  const clean = withoutSecrets(url)
  const nextParam = params.get('next')
  const own = namesOneThing(clean) ? clean.pathname + clean.search : null
  return {
    page,
    next: nextParam !== null && isOwnPath(nextParam) ? nextParam : own,
    token: (page === 'reset' ? inHash(url) : params).get('token'),
    username: params.get('username'),
    error: params.get('error'),
  }
}

/** The URL without its read-once parameters; a reset link also loses its hash, which is the secret. */
export function withoutSecrets(url: URL): URL {
  const clean = new URL(url)
  // deleting an absent parameter would still rewrite the rest
  for (const name of READ_ONCE) if (clean.searchParams.has(name)) clean.searchParams.delete(name)
  if (inHash(url).has('token')) clean.hash = ''
  return clean
}

function inHash({ hash }: URL): URLSearchParams {
  return new URLSearchParams(hash.slice(1))
}

/** Reads the URL and removes its secrets. Call it first, and once: a second call finds nothing. */
export function readArrival(): TabArrival {
  const url = new URL(location.href)
  const arrival = arrivalOf(url)
  const clean = withoutSecrets(url)
  if (clean.href !== url.href) {
    history.replaceState(history.state, '', clean.pathname + clean.search + clean.hash)
  }
  const begun = takePendingSignIn(tabStorage, Date.now())
  const hasCome = arrival.token === null && arrival.error === null && url.pathname === '/home'
  return { ...arrival, begun, isFreshSignIn: hasCome && begun !== null && begun.next === null }
}
