/** The pages outside the shell that ask whoever is signed in: they need a session, and nothing else of the app. */
export type Asking =
  | { readonly page: 'consent'; readonly uid: string }
  | { readonly page: 'device'; readonly code: string }

/** What the address asks; null is the app itself. */
export function askingOf({ pathname, searchParams }: URL): Asking | null {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (path === '/device') return { page: 'device', code: searchParams.get('user_code')?.slice(0, 40) ?? '' }
  const uid = /^\/consent\/([\w-]+)$/.exec(path)?.[1]
  return uid === undefined || uid === 'failed' ? null : { page: 'consent', uid }
}
