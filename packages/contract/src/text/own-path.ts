// browsers treat a backslash as a slash, and drop tabs and line breaks
const TRICKS = /[\\\s\p{Cc}]/u

/**
 * Whether `path` is a path of this site, and nothing that a browser would interpret as another site's URL: the
 * destinations of a sign-in (docs/rules/accounts.md#after-signing-in). The server checks before it redirects, the web
 * app before it navigates.
 */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || TRICKS.test(path)) return false
  // not only at the start: the normalised form of "/.//evil.example" begins with two slashes
  const [pathname = ''] = path.split(/[?#]/, 1)
  return !pathname.includes('//')
}
