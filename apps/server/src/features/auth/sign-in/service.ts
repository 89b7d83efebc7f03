/** Signing up, in and out. */
import type { Profile, Providers } from '@flockwork/contract/auth'
import type { Limit, RequestLimits } from '../../../platform/rate-limit.ts'
import { isReservedHandle } from '@flockwork/contract/text/handles'
import { limitedAddress } from '../../../platform/address.ts'
import type { Clock } from '../../../platform/clock.ts'
import { HANDLE_CONSTRAINTS, isUniqueViolation, type Db, type Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, Unauthorized, invalid } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import { audit } from '../../../platform/audit.ts'
import type { AccessTokens } from '../sessions/access-tokens.ts'
import type { LoginThrottle } from '../passwords/login-throttle.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { presentProfile } from '../people.ts'
import * as repository from '../repository.ts'
import type { Device, Opened, Sessions } from '../sessions/sessions.ts'
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
  /** What every new person gets, in the transaction of the sign-up: a space of their own, made current. */
  readonly welcome: (tx: Tx, person: { id: string; handle: string }) => Promise<void>
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

/** Whether no account was ever made here. */
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
 * @param requireOwnPage throws for a call from a page that isn't ours; asked where no setup code keeps others from
 * taking a fresh instance over, as a page under a name that DNS points to this machine would.
 * @throws Conflict for a taken address or username, SetupCodeRequired, Forbidden when sign-up is closed.
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
  limits.take(policy.registrationLimit, limitedAddress(device.ip))

  const passwordHash = await services.passwords.hash(input.password)
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
      await services.welcome(tx, { id, handle: input.username })
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
    // an agent took the name in the same instant: handles are one namespace
    if (isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw usernameTaken()
    throw error
  }
  return signedIn(services, await sessions.open(id, device))
}

const emailTaken = () => new Conflict('An account with this e-mail address exists already')
const usernameTaken = () => new Conflict('This username is taken')

/** @throws Unauthorized for a wrong name or password (the same words for both), RateLimited. */
export async function login(
  services: AuthServices,
  input: { email: string; password: string },
  device: Device,
  knownDeviceOf: (accountId: string) => boolean,
): Promise<SignedIn> {
  const { db, loginThrottle, policy, sessions } = services
  if (!policy.passwordLogin) throw new Forbidden('Local accounts are turned off on this instance')

  const person = await repository.findPersonByLogin(db, input.email)
  const isKnownDevice = person !== undefined && knownDeviceOf(person.id)
  const attempt = await loginThrottle.countPassword(
    isKnownDevice ? null : (person?.id ?? input.email.toLowerCase().slice(0, 200)),
    device.ip,
  )
  const isRight = await services.passwords.matches(person?.password_hash, input.password)
  if (person === undefined || !isRight) throw new Unauthorized('Wrong username or password')
  await attempt.refund()
  if (person.status !== 'active') throw new Forbidden('This account is deactivated')

  // a password that is being changed at this moment opens nothing afterwards
  const confirm = async (tx: Tx) => {
    const isStillSet = await repository.hasPasswordForShare(tx, person.id, person.password_hash)
    if (!isStillSet) throw new Unauthorized('Wrong username or password')
  }
  return signedIn(services, await sessions.open(person.id, device, 'password', confirm))
}

/** @throws Unauthorized when the token is unknown, ended, or used again too late. */
export async function refresh(services: AuthServices, presented: string): Promise<SignedIn> {
  return signedIn(services, await services.sessions.rotate(presented))
}

/** A token of the person's session for the space that is current now. */
export async function reissue(
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

/** The session's first token, for a person who may be here. @throws Unauthorized for a deactivated one. */
export async function signedIn(services: AuthServices, opened: Opened): Promise<SignedIn> {
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
