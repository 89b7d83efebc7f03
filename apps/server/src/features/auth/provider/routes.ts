/** `/auth/github` and its callback: navigations, so failures are answered with a redirect, too. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { providerNavigations } from '@flockwork/contract/signing-in'
import { isOwnPath } from '@flockwork/contract/text/own-path'
import { ownOrigin } from '../../../platform/address.ts'
import { noteRefusal } from '../../../platform/call-context.ts'
import { ApiError, SetupCodeRequired } from '../../../platform/errors.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Api } from '../../../platform/mount.ts'
import { rememberDevice, setRefreshCookie } from '../sessions/cookies.ts'
import { deviceOf, isSecureRequest, signedInDevice, type AuthRouteDeps } from '../sign-in/routes.ts'
import type { SignedIn } from '../sign-in/service.ts'
import { saveLoginState, takeLoginState, type LoginStateDeps } from './login-state.ts'
import { ProviderSignInFailed } from './failure.ts'
import { startSignIn, finishSignIn, type ProviderServices } from './sign-in.ts'

export interface ProviderRouteDeps extends AuthRouteDeps {
  readonly provider: ProviderServices
  readonly logger: Logger
}

const START = providerNavigations.start.path
const CALLBACK = providerNavigations.callback.path
const HOME = '/home'
/** The page that shows a token (docs/rules/accounts.md#address-tokens). */
const TOKEN_PAGE = '/oauth/token'
/** Bounded because it is stored in a cookie. */
const NEXT_MAX_CHARS = 1000
const SETUP_CODE_MAX_CHARS = 100

export function providerApi(api: Api, deps: ProviderRouteDeps): void {
  const states: LoginStateDeps = { clock: deps.services.clock, key: deps.deviceKey }
  // a HEAD request would use up the code; a rate-limited request leads back to the sign-in page
  const options = { exposeHeadRoute: false, config: { isUncounted: true } }

  api.server.get(START, options, async (request, reply) => {
    const next = nextOf(request)
    const start = async () => {
      api.authGuard.checkAddressLimit(request)
      return beginAuthorization(deps, states, { request, reply, next })
    }
    return reply.redirect(
      await start().catch((error: unknown) => failureRedirect(deps, request, error, next)),
    )
  })

  api.server.get(CALLBACK, options, async (request, reply) => {
    const taken = await takeLoginState(states, request, reply, queryOf(request, 'state') ?? '')
    const complete = async () => {
      api.authGuard.checkAddressLimit(request)
      return completeSignIn(deps, { request, reply, taken })
    }
    const next = taken?.loginState.next ?? null
    return reply.redirect(
      await complete().catch((error: unknown) => failureRedirect(deps, request, error, next)),
    )
  })
}

interface StartInput {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly next: string | null
}

/** Starts a sign-in in this browser. @returns the provider's URL to continue at. */
async function beginAuthorization(
  deps: ProviderRouteDeps,
  states: LoginStateDeps,
  { request, reply, next }: StartInput,
) {
  const address = ownOrigin(request, deps.publicUrl)
  if (address === undefined) throw new ProviderSignInFailed('address_not_ours')
  const redirectUri = address + CALLBACK
  const setupCode = queryOf(request, 'setup_code')?.trim().slice(0, SETUP_CODE_MAX_CHARS) ?? null

  const { url, state, verifier } = await startSignIn(deps.provider, { redirectUri, setupCode })
  const isSecure = isSecureRequest(deps, request)
  await saveLoginState(states, request, reply, { state, verifier, redirectUri, next, setupCode, isSecure })
  return url
}

interface CallbackInput {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly taken: Awaited<ReturnType<typeof takeLoginState>>
}

/** Completes a sign-in that this browser began. @returns where to redirect. */
async function completeSignIn(
  deps: ProviderRouteDeps,
  { request, reply, taken }: CallbackInput,
): Promise<string> {
  if (taken === undefined) throw new ProviderSignInFailed('state_unknown')
  if (taken.isExpired) throw new ProviderSignInFailed('state_expired')
  const callback = { code: queryOf(request, 'code'), error: queryOf(request, 'error') }
  const device = deviceOf(deps, request)
  const signedIn = await finishSignIn(deps.provider, taken.loginState, { callback, device })
  setRefreshCookie(reply, signedIn.refreshToken, isSecureRequest(deps, request))
  rememberDevice(request, reply, signedInDevice(deps, request, { ...signedIn, device }))
  return destination(taken.loginState.next, signedIn)
}

/** Only the URL of the page that shows a token carries one. */
function destination(next: string | null, { accessToken }: SignedIn): string {
  if (next !== TOKEN_PAGE) return next ?? HOME
  return `${TOKEN_PAGE}?${new URLSearchParams({ token: accessToken }).toString()}`
}

/** The reason goes to the log; the person learns only that it failed (docs/rules/accounts.md#provider-accounts). */
function failureRedirect(
  deps: ProviderRouteDeps,
  request: FastifyRequest,
  error: unknown,
  next: string | null,
): string {
  log(deps.logger, request, error)
  const query = new URLSearchParams({
    error: error instanceof SetupCodeRequired ? error.code : 'auth_failed',
    ...(next !== null && { next }),
  })
  return `/?${query.toString()}`
}

function log(logger: Logger, request: FastifyRequest, error: unknown): void {
  const text = 'a sign-in at the provider failed'
  if (error instanceof ProviderSignInFailed) {
    noteRefusal({ event: 'sign_in_failed', after: { at: 'provider', reason: error.reason } })
    logger.warn({ request_id: request.id, reason: error.reason, detail: error.detail }, text)
  } else if (error instanceof ApiError) {
    logger.warn({ request_id: request.id, reason: error.code, detail: error.message }, text)
  } else {
    logger.error({ request_id: request.id, err: error }, text)
  }
}

function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The path of this instance to go to after the sign-in, normalised as a browser would. */
function nextOf(request: FastifyRequest): string | null {
  const requested = queryOf(request, 'next')
  if (requested === undefined || !isOwnPath(requested)) return null
  const { pathname, search, hash } = new URL(requested, 'http://own.invalid')
  const next = pathname + search + hash
  return next.length <= NEXT_MAX_CHARS ? next : null
}
