/** What an address says when the page loads, and the address without its secrets. */
import { takeBegunSignIn, type BegunSignIn } from '../../features/auth/index.ts'
import { isOwnPath } from '@flockwork/contract/text/own-path'
import { askingOf } from './asking.ts'
import { tabStorage } from '../../storage/tab-storage.ts'

/** Pages that are shown to anybody, signed in or not, without the shell around them. */
export type OutsidePageName = 'token' | 'success' | 'reset' | 'consentFailed'

const OUTSIDE_PAGES: Record<string, OutsidePageName> = {
  '/oauth/token': 'token',
  '/oauth/success': 'success',
  '/reset': 'reset',
  '/consent/failed': 'consentFailed',
}

/** Parameters that are read once and then stand in no address, history or log. */
const READ_ONCE = ['token', 'username', 'error']

export interface Arrival {
  /** The page outside the shell that the address names; null is the app itself. */
  page: OutsidePageName | null
  /** Where to go after signing in; null is the personal space. */
  next: string | null
  token: string | null
  /** As the address has it, so only good to be offered in a field. */
  username: string | null
  /** Why a sign-in at the provider failed, as `auth_failed`. */
  error: string | null
}

/** What the address says, and what this tab knows about how it came here. */
export interface ArrivalHere extends Arrival {
  /** The sign-in at the provider that ends with this page load. */
  begun: BegunSignIn | null
  /** Signed in at the provider with nowhere else to go: the personal space is next. */
  isFreshSignIn: boolean
}

/** Nothing was said, or it was heard already. */
export const NO_ARRIVAL: ArrivalHere = {
  page: null,
  next: null,
  token: null,
  username: null,
  error: null,
  begun: null,
  isFreshSignIn: false,
}

/** Pages whose address names one thing: signing in leads back to it (docs/rules/messages.md#addresses). */
function namesOneThing(url: URL): boolean {
  const { pathname, search } = url
  if (askingOf(url)) return true
  const asked = new URLSearchParams(search)
  if (/^\/m\/[^/]+$/.test(pathname)) return true
  return (pathname === '/tasks' && asked.has('task')) || (pathname === '/agents' && asked.has('agent'))
}

/** What the address says to whoever opens it. */
export function arrivalOf(url: URL): Arrival {
  const page = OUTSIDE_PAGES[url.pathname.replace(/(?<=.)\/+$/, '')] ?? null
  const asked = url.searchParams
  const clean = withoutSecrets(url)
  const named = asked.get('next')
  const own = namesOneThing(clean) ? clean.pathname + clean.search : null
  return {
    page,
    next: named !== null && isOwnPath(named) ? named : own,
    token: (page === 'reset' ? inHash(url) : asked).get('token'),
    username: asked.get('username'),
    error: asked.get('error'),
  }
}

/** The same address without what is read once; a reset link also loses its hash, which is the secret. */
export function withoutSecrets(url: URL): URL {
  const clean = new URL(url)
  // deleting what isn't there would still rewrite the rest
  for (const name of READ_ONCE) if (clean.searchParams.has(name)) clean.searchParams.delete(name)
  if (inHash(url).has('token')) clean.hash = ''
  return clean
}

function inHash({ hash }: URL): URLSearchParams {
  return new URLSearchParams(hash.slice(1))
}

/** Reads the address and cleans it at once. Call it first, and once: the second time there is nothing left. */
export function takeArrival(): ArrivalHere {
  const url = new URL(location.href)
  const arrival = arrivalOf(url)
  const clean = withoutSecrets(url)
  if (clean.href !== url.href) {
    history.replaceState(history.state, '', clean.pathname + clean.search + clean.hash)
  }
  const begun = takeBegunSignIn(tabStorage, Date.now())
  const hasCome = arrival.token === null && arrival.error === null && url.pathname === '/home'
  return { ...arrival, begun, isFreshSignIn: hasCome && begun !== null && begun.next === null }
}
