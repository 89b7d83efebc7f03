/** `/auth/github` and its callback: navigations of a browser, which end in one whatever happens. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { providerNavigations } from '@flockwork/contract/signing-in'
import { isOwnPath } from '@flockwork/contract/text/own-path'
import { ownAddress } from '../../../platform/address.ts'
import { ApiError, SetupCodeRequired } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Api } from '../../../platform/mount.ts'
import { refreshCookie, rememberDevice, setRefreshCookie } from '../sessions/cookies.ts'
import { deviceOf, isSecureRequest, type AuthWeb } from '../sign-in/routes.ts'
import type { SignedIn } from '../sign-in/service.ts'
import { keepAttempt, takeAttempt, type AttemptKeeper } from './login-state.ts'
import { ProviderSignInFailed } from './failure.ts'
import { begin, finish, type ProviderServices } from './sign-in.ts'

export interface ProviderWeb extends AuthWeb {
  readonly provider: ProviderServices
  readonly logger: Logger
}

const START = providerNavigations.start.path
const CALLBACK = providerNavigations.callback.path
const HOME = '/home'
/** The page that exists to show a token (docs/rules/accounts.md#address-tokens). */
const TOKEN_PAGE = '/oauth/token'
/** A cookie carries it. */
const NEXT_MAX_CHARS = 1000
const SETUP_CODE_MAX_CHARS = 100

export function providerApi(api: Api, web: ProviderWeb): void {
  const keeper: AttemptKeeper = { clock: web.services.clock, key: web.deviceKey }
  // HEAD would use up a code
  const options = { exposeHeadRoute: false }

  api.server.get(START, options, async (request, reply) => {
    const next = nextOf(request)
    const begin = async () => {
      api.authGuard.checkAddressLimit(request)
      return leave(web, keeper, { request, reply, next })
    }
    return reply.redirect(await begin().catch((error: unknown) => failed(web, request, error, next)))
  })

  api.server.get(CALLBACK, options, async (request, reply) => {
    const taken = await takeAttempt(keeper, request, reply, queryOf(request, 'state') ?? '')
    const end = async () => {
      api.authGuard.checkAddressLimit(request)
      return arrive(web, { request, reply, taken })
    }
    const next = taken?.attempt.next ?? null
    return reply.redirect(await end().catch((error: unknown) => failed(web, request, error, next)))
  })
}

interface Leaving {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly next: string | null
}

/** Begins a sign-in in this browser. @returns where the provider goes on with it. */
async function leave(web: ProviderWeb, keeper: AttemptKeeper, { request, reply, next }: Leaving) {
  const address = ownAddress(request, web.publicUrl)
  if (address === undefined) throw new ProviderSignInFailed('address_not_ours')
  const redirectUri = address + CALLBACK
  const setupCode = queryOf(request, 'setup_code')?.trim().slice(0, SETUP_CODE_MAX_CHARS) ?? null

  const { url, state, verifier } = await begin(web.provider, { redirectUri, setupCode })
  const isSecure = isSecureRequest(web, request)
  await keepAttempt(keeper, request, reply, { state, verifier, redirectUri, next, setupCode, isSecure })
  return url
}

interface Arriving {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly taken: Awaited<ReturnType<typeof takeAttempt>>
}

/** Ends a sign-in that this browser began. @returns where it leads. */
async function arrive(web: ProviderWeb, { request, reply, taken }: Arriving): Promise<string> {
  if (taken === undefined) throw new ProviderSignInFailed('state_unknown')
  if (taken.isExpired) throw new ProviderSignInFailed('state_expired')
  const callback = { code: queryOf(request, 'code'), error: queryOf(request, 'error') }
  const signedIn = await finish(web.provider, taken.attempt, { callback, device: deviceOf(request) })
  await welcome(web, request, reply, signedIn)
  return destination(taken.attempt.next, signedIn)
}

/** The browser is signed in; the session that it had before ends, because nobody holds its token any more. */
async function welcome(
  web: ProviderWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  { refreshToken, profile }: SignedIn,
): Promise<void> {
  const before = refreshCookie(request)
  if (before !== undefined) await web.services.sessions.endByRefreshToken(before)
  const isSecure = isSecureRequest(web, request)
  setRefreshCookie(reply, refreshToken, isSecure)
  rememberDevice(request, reply, { key: web.deviceKey, accountId: profile.id, isSecure })
}

/** No token in any address but the one of the page that shows it. */
function destination(next: string | null, { accessToken }: SignedIn): string {
  if (next !== TOKEN_PAGE) return next ?? HOME
  return `${TOKEN_PAGE}?${new URLSearchParams({ token: accessToken }).toString()}`
}

/** Says why in the log, and to the person only that it failed (docs/rules/accounts.md#provider-accounts). */
function failed(web: ProviderWeb, request: FastifyRequest, error: unknown, next: string | null): string {
  log(web.logger, request, error)
  const query = new URLSearchParams({
    error: error instanceof SetupCodeRequired ? error.code : 'auth_failed',
    ...(next !== null && { next }),
  })
  return `/?${query.toString()}`
}

function log(logger: Logger, request: FastifyRequest, error: unknown): void {
  const said = 'a sign-in at the provider failed'
  if (error instanceof ProviderSignInFailed) {
    logger.warn({ request_id: request.id, reason: error.reason, detail: error.detail }, said)
  } else if (error instanceof ApiError) {
    logger.warn({ request_id: request.id, reason: error.code, detail: error.message }, said)
  } else {
    logger.error({ request_id: request.id, err: error }, said)
  }
}

function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The path of ours that the sign-in shall lead to, as a browser would write it. */
function nextOf(request: FastifyRequest): string | null {
  const asked = queryOf(request, 'next')
  if (asked === undefined || !isOwnPath(asked)) return null
  const { pathname, search, hash } = new URL(asked, 'http://own.invalid')
  const next = pathname + search + hash
  return next.length <= NEXT_MAX_CHARS ? next : null
}
