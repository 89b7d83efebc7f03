/** A server with a code-hosting provider beside it, and people who sign in there in browsers. */
import type { Session } from '@flockwork/contract/auth'
import { createBrowser, type Browser } from './browser.ts'
import { startOAuthProvider, type OAuthProvider, type ProviderUser } from './oauth-provider.ts'
import { startServer, type TestServer } from './server.ts'

export interface SignIn {
  readonly browser: Browser
  /** Every address that the browser met. */
  readonly met: readonly string[]
  /** Where it ended, as a path of the server. */
  readonly end: string
}

export interface Both extends AsyncDisposable {
  readonly server: TestServer
  readonly provider: OAuthProvider
  /** What the server wrote in its log. */
  readonly log: readonly string[]
  /** Signs in at the provider, from the link to the page that shows then. */
  signIn(user: ProviderUser, query?: Record<string, string>, browser?: Browser): Promise<SignIn>
  /** Goes to the provider and stops at the way back, which is answered whole. */
  upToCallback(user: ProviderUser, query?: Record<string, string>, browser?: Browser): Promise<SignIn>
  /** The session that the browser's cookie restores; throws when there is none. */
  restore(browser: Browser): Promise<Session>
  /** Signs in and answers who that is. */
  profileOf(user: ProviderUser, query?: Record<string, string>): Promise<Session['user']>
}

type Kind = 'github' | 'gitea'

interface Options {
  readonly env?: Record<string, string>
  readonly kind?: Kind
  /** For a test that ends the provider. */
  readonly own?: true
}

/** Providers that no test uses. They keep their addresses, because a server is used again with the same settings only. */
const idle: Record<Kind, OAuthProvider[]> = { github: [], gitea: [] }

export async function startBoth({ env = {}, kind = 'github', own }: Options = {}): Promise<Both> {
  const log: string[] = []
  const provider = (own ? undefined : idle[kind].pop()) ?? (await startOAuthProvider({ kind }))
  const server = await startServer({
    ...(own && { own }),
    env: { LOG_LEVEL: 'trace', ...provider.env, ...env },
    onLog: (line) => log.push(line),
  })

  const go = async (
    user: ProviderUser,
    query: Record<string, string>,
    browser: Browser,
    stops: (url: string) => boolean,
  ): Promise<SignIn> => {
    provider.signIn(user)
    const started = new URL('/auth/github', server.url)
    for (const [name, value] of Object.entries(query)) started.searchParams.set(name, value)
    const met = await browser.follow(started.href, stops)
    return { browser, met, end: pathOf(met.at(-1) ?? '') }
  }
  const isPage = (url: string) => url.startsWith(server.url) && !url.startsWith(`${server.url}/auth/`)

  const both: Both = {
    server,
    provider,
    log,
    signIn: (user, query = {}, browser = createBrowser()) => go(user, query, browser, isPage),
    upToCallback: (user, query = {}, browser = createBrowser()) =>
      go(user, query, browser, (url) => url.startsWith(`${server.url}/auth/github/callback`)),
    async restore(browser) {
      const { status, text } = await browser.visit(`${server.url}/auth/refresh`, {
        method: 'POST',
        headers: { origin: server.url },
      })
      if (status !== 200) throw new Error(`Nothing to restore: ${status} ${text}`)
      return JSON.parse(text) as Session
    },
    async profileOf(user, query) {
      const { browser, end } = await both.signIn(user, query)
      if (end.startsWith('/?error')) throw new Error(`The sign-in ended at ${end}`)
      return (await both.restore(browser)).user
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      if (own) return provider[Symbol.asyncDispose]()
      provider.reset()
      idle[kind].push(provider)
    },
  }
  return both
}

function pathOf(url: string): string {
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}
