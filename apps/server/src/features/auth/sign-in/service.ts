/** Signing up and in, with a password, and the tokens of a session. */
import type { Profile, Providers } from '@flockwork/contract/auth'
import type { Limit, RequestLimits } from '../../../platform/rate-limit.ts'
import { isReservedHandle } from '@flockwork/contract/text/handles'
import { limitedAddress } from '../../../platform/address.ts'
import type { Clock } from '../../../platform/clock.ts'
import { HANDLE_CONSTRAINTS, isUniqueViolation, type Db, type Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, Unauthorized, invalid } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import { audit } from '../../../platform/audit.ts'
import { noteRefusal } from '../../../platform/call-context.ts'
import { type Guard, UNKNOWN_PERSON } from '../../guardrails/index.ts'
import type { AccessTokens } from '../sessions/access-tokens.ts'
import { watchAttempt } from '../passwords/attempt-log.ts'
import type { LoginThrottle } from '../passwords/login-throttle.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { presentProfile } from '../people.ts'
import * as repository from '../repository.ts'
import type { Device, OpenedSession, Sessions } from '../sessions/sessions.ts'
import { useSetupCode } from './setup-code.ts'

export interface AuthPolicy {
  readonly registration: 'open' | 'closed'
  readonly passwordLogin: boolean
  /** Whether the code-hosting provider is configured. */
  readonly providerLogin: boolean
  readonly needsSetupCode: boolean
  readonly environment: string
  readonly docsUrl: string | null
  readonly version: string
  readonly registrationLimit: Limit
}

export interface AuthServices {
  readonly db: Db
  readonly clock: Clock
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly loginThrottle: LoginThrottle
  readonly passwords: Passwords
  readonly limits: RequestLimits
  readonly policy: AuthPolicy
  /** Checks a text that others will read. @throws GuardrailViolation */
  readonly guard: Guard
  /** In the transaction of the sign-up: creates the personal space and makes it the current one. */
  readonly onSignUp: (tx: Tx, person: { id: string; handle: string }) => Promise<void>
}

export interface SignUp {
  readonly email: string
  readonly password: string
  readonly username: string
  readonly full_name?: string | null | undefined
  readonly setup_code?: string | null | undefined
}

export interface SignedIn {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
  readonly profile: Profile
}

/** Whether no account has ever been created here. */
export async function isFirstRun(db: Db): Promise<boolean> {
  return !(await repository.hasPeople(db))
}

export async function describeProviders({ db, policy }: AuthServices): Promise<Providers> {
  const isFirst = await isFirstRun(db)
  return {
    github: policy.providerLogin,
    password: policy.passwordLogin,
    registration: policy.registration,
    first_run: isFirst,
    setup_code: isFirst && policy.needsSetupCode,
    environment: policy.environment,
    docs_url: policy.docsUrl,
    version: policy.version,
  }
}

/**
 * Creates a local account and signs it in. The first account of an instance becomes its administrator.
 * @param requireOwnPage throws for a call from another origin's page; called where no setup code protects a fresh
 * instance from DNS rebinding.
 * @throws Conflict for a taken address or username, Invalid for a reserved one, SetupCodeRequired, RateLimited,
 * Forbidden when sign-up is closed, GuardrailViolation.
 */
export async function register(
  services: AuthServices,
  input: SignUp,
  device: Device,
  requireOwnPage: () => void,
): Promise<SignedIn> {
  const { db, clock, policy, limits, sessions } = services
  if (!policy.passwordLogin) throw new Forbidden('Local accounts are turned off on this instance')
  if (isReservedHandle(input.username)) throw invalid(['body', 'username'], 'This username is reserved')
  limits.consume(policy.registrationLimit, limitedAddress(device.ip))
  await services.guard([input.username, input.full_name ?? '', input.email].join('\n'), UNKNOWN_PERSON)

  const passwordHash = await services.passwords.hashNew(input.password, input, 'password')
  const id = orderedId(clock.now())
  try {
    await db.transaction().execute(async (tx) => {
      const { isFirst } = await repository.lockSignUps(tx)
      if (!isFirst && policy.registration === 'closed') throw new Forbidden('Registration is closed')
      if (isFirst && policy.needsSetupCode) await useSetupCode(tx, input.setup_code)
      else if (isFirst) requireOwnPage()
      if (await repository.isEmailTaken(tx, input.email)) throw emailTaken()
      if (await repository.isHandleTaken(tx, input.username)) throw usernameTaken()

      await repository.insertPerson(tx, {
        id,
        handle: input.username,
        email: input.email,
        isEmailVerified: false,
        fullName: input.full_name ?? null,
        passwordHash,
        isAdmin: isFirst,
        at: new Date(clock.now()),
      })
      await services.onSignUp(tx, { id, handle: input.username })
      if (isFirst) {
        await audit(tx, clock, {
          actorId: id,
          action: 'first_admin',
          target: { type: 'user', id, name: input.username },
          ip: device.ip,
        })
      }
    })
  } catch (error) {
    // an agent took the name concurrently: handles are one namespace
    if (isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw usernameTaken()
    throw error
  }
  return tokensOf(services, await sessions.open(id, device, { isSignUp: true }))
}

const emailTaken = () => new Conflict('An account with this e-mail address exists already')
const usernameTaken = () => new Conflict('This username is taken')

/** @throws Unauthorized for a wrong name or password, indistinguishably; RateLimited; Forbidden when deactivated. */
export async function login(
  services: AuthServices,
  input: { email: string; password: string },
  device: Device,
): Promise<SignedIn> {
  const { db, loginThrottle, policy, sessions } = services
  if (!policy.passwordLogin) throw new Forbidden('Local accounts are turned off on this instance')

  const person = await repository.findPersonByLogin(db, input.email)
  // a deleted account is no longer named
  const isNamed = person !== undefined && person.status !== 'deleted'
  const target = isNamed ? { type: 'user', id: person.id, name: person.handle } : undefined
  const isKnownDevice = person !== undefined && device.knownAccounts.includes(person.id)
  const isRight = await watchAttempt('sign_in_failed', { target }, () =>
    loginThrottle.checkPassword(
      isKnownDevice ? null : (person?.id ?? input.email.toLowerCase().slice(0, 200)),
      device.ip,
      () => services.passwords.matches(person?.password_hash, input.password),
    ),
  )
  if (person === undefined || !isRight) throw new Unauthorized('Wrong username or password')
  if (person.status !== 'active') {
    noteRefusal({ event: 'sign_in_failed', target, after: { reason: 'account_inactive' } })
    throw new Forbidden('This account is deactivated')
  }

  // the password may have been changed since it was checked
  const confirm = async (tx: Tx) => {
    const isStillSet = await repository.hasPasswordForShare(tx, person.id, person.password_hash)
    if (!isStillSet) throw new Unauthorized('Wrong username or password')
  }
  return tokensOf(services, await sessions.open(person.id, device, { confirm }))
}

/** @throws Unauthorized for an unknown, ended or reused refresh token. */
export async function refresh(services: AuthServices, presented: string): Promise<SignedIn> {
  return tokensOf(services, await services.sessions.rotate(presented))
}

/** A new access token of the same session, for the now current space. @throws Unauthorized */
export async function reissueToken(
  { db, tokens }: Pick<AuthServices, 'db' | 'tokens'>,
  actor: { accountId: string; sessionId: string },
): Promise<string> {
  const person = await repository.findPerson(db, actor.accountId)
  if (person === undefined) throw new Unauthorized()
  return tokens.issue({
    accountId: person.id,
    username: person.handle,
    email: person.email,
    spaceId: person.current_space_id,
    sessionId: actor.sessionId,
  })
}

/** The access token and profile of a session. @throws Unauthorized for a deactivated person. */
export async function tokensOf(services: AuthServices, opened: OpenedSession): Promise<SignedIn> {
  const { db, tokens } = services
  const person = await repository.findPerson(db, opened.accountId)
  if (person === undefined || person.status !== 'active') throw new Unauthorized()
  const accessToken = await tokens.issue({
    accountId: person.id,
    username: person.handle,
    email: person.email,
    spaceId: person.current_space_id,
    sessionId: opened.sessionId,
  })
  return {
    accessToken,
    refreshToken: opened.refreshToken,
    expiresInSeconds: tokens.lifetimeSeconds,
    profile: presentProfile(person),
  }
}
