import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBrowser } from '../../../../test/browser.ts'
import { startOAuthProvider, type OAuthProvider } from '../../../../test/oauth-provider.ts'
import { createProviderClient, type ProviderClient } from './client.ts'
import { ProviderSignInFailed } from './failure.ts'

const REDIRECT_URI = 'http://127.0.0.1:8787/auth/github/callback'
const SHORT_MS = 200

const clientOf = ({ env }: OAuthProvider, timeoutMs?: number): ProviderClient =>
  createProviderClient(
    {
      clientId: env['GITHUB_CLIENT_ID'] ?? '',
      clientSecret: env['GITHUB_CLIENT_SECRET'] ?? '',
      baseUrl: env['GITHUB_BASE_URL'] ?? '',
      apiUrl: env['GITHUB_API_URL'] ?? '',
    },
    timeoutMs,
  )

/** What the provider sends back for a sign-in that `client` began. */
async function codeFor(client: ProviderClient) {
  const begun = await client.startAuthorization(REDIRECT_URI)
  const met = await createBrowser().follow(begun.url, (url) => url.startsWith(REDIRECT_URI))
  const code = new URL(met.at(-1) ?? '').searchParams.get('code') ?? ''
  return { code, redirectUri: REDIRECT_URI, verifier: begun.verifier }
}

async function failureOf(work: Promise<unknown>): Promise<ProviderSignInFailed> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderSignInFailed) return error
  throw new Error('It was expected to fail as a sign-in', { cause: error })
}

test('the challenge in the address is the hash of the verifier', async () => {
  await using provider = await startOAuthProvider()

  const { url, verifier, state } = await clientOf(provider).startAuthorization(REDIRECT_URI)

  const params = new URL(url).searchParams
  expect(params.get('code_challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'))
  expect(params.get('state')).toBe(state)
  expect(url).not.toContain(verifier)
})

test('a person has the primary address first and no unverified ones', async () => {
  await using provider = await startOAuthProvider()
  provider.signIn({
    id: 'u-1',
    login: 'octocat',
    name: 'The Octocat',
    emails: [
      { email: 'second@example.org', verified: true },
      { email: 'not@example.org', verified: false },
      { email: 'no address', verified: true },
      { email: `${'x'.repeat(260)}@example.org`, verified: true },
      { email: 'first@example.org', verified: true, primary: true },
    ],
  })
  const client = clientOf(provider)

  expect(await client.identify(await codeFor(client))).toEqual({
    provider: provider.url,
    id: 'u-1',
    login: 'octocat',
    fullName: 'The Octocat',
    verifiedEmails: ['first@example.org', 'second@example.org'],
  })
})

test('a code works once, and only with its own verifier and redirect URI', async () => {
  await using provider = await startOAuthProvider()
  const client = clientOf(provider)
  const other = await codeFor(client)

  const wrongVerifier = await codeFor(client)
  expect(await failureOf(client.identify({ ...wrongVerifier, verifier: other.verifier }))).toMatchObject({
    reason: 'provider_error',
    detail: 'bad_code_verifier',
  })
  const wrongAddress = { ...(await codeFor(client)), redirectUri: REDIRECT_URI.replace('8787', '8788') }
  expect(await failureOf(client.identify(wrongAddress))).toMatchObject({ detail: 'redirect_uri_mismatch' })
  await client.identify(other)
  expect(await failureOf(client.identify(other))).toMatchObject({ detail: 'bad_verification_code' })
})

test('one timeout covers all requests, whichever of them the provider leaves unanswered', async () => {
  for (const place of ['token', 'user', 'emails'] as const) {
    for (const fault of ['never', 'half'] as const) {
      await using provider = await startOAuthProvider()
      const client = clientOf(provider, SHORT_MS)
      const callback = await codeFor(client)
      provider.breaks(place, fault)

      const failure = await failureOf(client.identify(callback))

      expect([place, fault, failure.reason]).toEqual([place, fault, 'provider_timeout'])
    }
  }
})
