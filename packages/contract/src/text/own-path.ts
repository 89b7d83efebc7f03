// browsers read a backslash as a slash, and leave out tabs and line breaks
const TRICKS = /[\\\s\p{Cc}]/u

/**
 * Whether `path` is a path of this site, and nothing that a browser reads as another site's address: where a sign-in
 * may lead (docs/rules/accounts.md#after-signing-in). The server asks before it redirects, the web app before it
 * navigates.
 */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || TRICKS.test(path)) return false
  // not only at the beginning: the short form of "/.//evil.example" begins with two slashes
  const [pathname = ''] = path.split(/[?#]/, 1)
  return !pathname.includes('//')
}
