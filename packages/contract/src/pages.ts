/** Which paths are calls, and which show the web app (docs/rules/requests.md#pages-and-calls). */

import { trimEnd } from './text/trim-end.ts'

/** The first path segments below which everything is a call. */
export const CALL_ROOTS = [
  'api',
  'auth',
  'posts',
  'onboarding',
  'demo',
  'mcp',
  '.well-known',
  'test',
] as const
const OAUTH_PAGES = new Set(['/oauth/token', '/oauth/success'])

/** A path without trailing slashes; the root stays `/`. */
export function withoutTrailingSlash(path: string): string {
  return trimEnd(path, '/') || path.slice(0, 1)
}

/** Whether a path, without its query, is a call: an unknown one is answered 404 as JSON, never with the page. */
export function isCallPath(address: string): boolean {
  // a trailing slash makes no difference: /tasks/ is the page, too
  const path = withoutTrailingSlash(address)
  if (path.startsWith('/oauth/')) return !OAUTH_PAGES.has(path)
  // /tasks is a page; everything below it is a call
  if (path.startsWith('/tasks/')) return true
  return CALL_ROOTS.some((root) => path === `/${root}` || path.startsWith(`/${root}/`))
}
