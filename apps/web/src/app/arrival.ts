import { isOwnPath } from '../features/spaces/index.ts'

export interface Arrival {
  /** Where to go after signing in; null is the personal space. */
  next: string | null
  hasProviderFailed: boolean
}

/** Pages whose address names one thing: signing in leads back to it (decisions 4.6). */
function namesOneThing({ pathname, search }: URL): boolean {
  const asked = new URLSearchParams(search)
  if (/^\/m\/[^/]+$/.test(pathname)) return true
  return (pathname === '/tasks' && asked.has('task')) || (pathname === '/agents' && asked.has('agent'))
}

/** What the address says to a signed-out person (platform, section 2). */
export function arrivalOf(url: URL): Arrival {
  const named = url.searchParams.get('next')
  const own = namesOneThing(url) ? url.pathname + url.search : null
  return {
    next: named !== null && isOwnPath(named) ? named : own,
    hasProviderFailed: url.searchParams.get('error') === 'auth_failed',
  }
}

/** Takes `error` out of the address, so that a reload doesn't say it again. */
export function forgetArrival(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has('error')) return
  url.searchParams.delete('error')
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
}
