import { withoutTrailingSlash } from '@flockwork/contract/pages'

/** Authorization pages outside the shell: they need a session, but no other part of the app. */
export type AuthorizationPrompt =
  | { readonly page: 'consent'; readonly uid: string }
  | { readonly page: 'device'; readonly code: string }
  /** Also shown without a session. */
  | { readonly page: 'join'; readonly code: string }

/** The prompt that a URL names; null for the app itself. */
export function authorizationPromptOf({ pathname, searchParams }: URL): AuthorizationPrompt | null {
  const path = withoutTrailingSlash(pathname)
  if (path === '/device') return { page: 'device', code: searchParams.get('user_code')?.slice(0, 40) ?? '' }
  const invite = /^\/join\/([^/]+)$/.exec(path)?.[1]
  if (invite !== undefined) return { page: 'join', code: decoded(invite) }
  const uid = /^\/consent\/([\w-]+)$/.exec(path)?.[1]
  return uid === undefined || uid === 'failed' ? null : { page: 'consent', uid }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
