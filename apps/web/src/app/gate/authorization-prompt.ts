import { withoutTrailingSlash } from '@flockwork/contract/pages'

/** Authorization pages outside the shell: they need a session, and nothing else of the app. */
export type AuthorizationPrompt =
  | { readonly page: 'consent'; readonly uid: string }
  | { readonly page: 'device'; readonly code: string }

/** The prompt that a URL names; null for the app itself. */
export function authorizationPromptOf({ pathname, searchParams }: URL): AuthorizationPrompt | null {
  const path = withoutTrailingSlash(pathname)
  if (path === '/device') return { page: 'device', code: searchParams.get('user_code')?.slice(0, 40) ?? '' }
  const uid = /^\/consent\/([\w-]+)$/.exec(path)?.[1]
  return uid === undefined || uid === 'failed' ? null : { page: 'consent', uid }
}
