/**
 * Finds or creates the account for a user of the provider: linked before, found by address, or new
 * (docs/rules/accounts.md#provider-accounts).
 */
import { limitedAddress } from '../../../platform/address.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  HANDLE_CONSTRAINTS,
  isUniqueViolation,
  retryDeadlocks,
  type Db,
  type Tx,
} from '../../../platform/database.ts'
import { orderedId } from '../../../platform/ids.ts'
import type { Limit, RequestLimits } from '../../../platform/rate-limit.ts'
import { type Guard, UNKNOWN_PERSON } from '../../guardrails/index.ts'
import { insertPerson, isActiveForUpdate, lockSignUps } from '../repository.ts'
import { useSetupCode } from '../sign-in/setup-code.ts'
import type { ProviderPerson } from './client.ts'
import { ProviderSignInFailed } from './failure.ts'
import { handlesFrom } from './handles.ts'
import * as repository from './repository.ts'

export interface LinkingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: RequestLimits
  readonly policy: {
    readonly registration: 'open' | 'closed'
    readonly needsSetupCode: boolean
    readonly registrationLimit: Limit
  }
  /** In lower case. */
  readonly adminEmails: readonly string[]
  /** Checks a text that others will read. @throws when it may not be stored */
  readonly guard: Guard
  /** What every new person gets, in the transaction of the sign-up. */
  readonly onSignUp: (tx: Tx, person: { id: string; handle: string }) => Promise<void>
  /** Makes the personal space the current one. */
  readonly enterPersonalSpace: (tx: Tx, accountId: string) => Promise<void>
}

export interface SignInContext {
  readonly setupCode: string | null
  /** A sign-in without a destination leads to the personal space (docs/rules/accounts.md#after-signing-in). */
  readonly entersPersonalSpace: boolean
  readonly ip: string | null
}

export interface LinkedAccount {
  readonly accountId: string
  /** Whether the account was just created. */
  readonly isSignUp: boolean
}

/** An agent may take the handle just before ours is inserted; then the next one is tried. */
const TRIES_MAX = 3
/** How many handles are looked up at once. */
const HANDLE_BATCH = 50

/**
 * The account of the provider's user, created if there is none.
 * @throws ProviderSignInFailed for an inactive account or closed registration, SetupCodeRequired, RateLimited.
 */
export async function linkAccount(
  deps: LinkingDeps,
  person: ProviderPerson,
  context: SignInContext,
): Promise<LinkedAccount> {
  for (let tries = 1; ; tries++) {
    try {
      // switching spaces locks the same rows in another order
      return await retryDeadlocks(() =>
        deps.db.transaction().execute((tx) => linkAccountIn(deps, tx, person, context)),
      )
    } catch (error) {
      if (tries >= TRIES_MAX || !isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw error
    }
  }
}

async function linkAccountIn(
  deps: LinkingDeps,
  tx: Tx,
  person: ProviderPerson,
  context: SignInContext,
): Promise<LinkedAccount> {
  const linked = await repository.findLinked(tx, person.provider, person.id)
  const { account, isSignUp } =
    linked === undefined
      ? await linkOrSignUp(deps, tx, person, context)
      : { account: linked, isSignUp: false }
  // waits for a concurrent deletion: what it removes must not be restored
  if (!(await isActiveForUpdate(tx, account.id))) throw new ProviderSignInFailed('account_inactive')

  await repository.updateLogin(tx, { ...person, providerId: person.id })
  await promoteByEmail(deps, tx, { account, person, ip: context.ip })
  if (context.entersPersonalSpace) await deps.enterPersonalSpace(tx, account.id)
  return { accountId: account.id, isSignUp }
}

/** Serialised, so that a person who signs in twice at once gets one account. */
async function linkOrSignUp(
  deps: LinkingDeps,
  tx: Tx,
  person: ProviderPerson,
  context: SignInContext,
): Promise<{ account: repository.LinkedRow; isSignUp: boolean }> {
  const { isFirst } = await lockSignUps(tx)
  const linkedMeanwhile = await repository.findLinked(tx, person.provider, person.id)
  if (linkedMeanwhile !== undefined) return { account: linkedMeanwhile, isSignUp: false }

  const existing = await findByVerifiedEmail(tx, person)
  const account = existing ?? (await signUp(deps, tx, { person, context, isFirst }))
  await repository.insertLink(tx, {
    ...person,
    providerId: person.id,
    accountId: account.id,
    at: new Date(deps.clock.now()),
  })
  return { account, isSignUp: existing === undefined }
}

/** Only an account whose own address is verified, too: anyone may have typed an unverified one. */
async function findByVerifiedEmail(
  tx: Tx,
  { verifiedEmails }: ProviderPerson,
): Promise<repository.LinkedRow | undefined> {
  for (const email of verifiedEmails) {
    const account = await repository.findByEmail(tx, email)
    if (account?.email_verified === true) return account
  }
  return undefined
}

interface SignUpInput {
  readonly person: ProviderPerson
  readonly context: SignInContext
  readonly isFirst: boolean
}

async function signUp(
  deps: LinkingDeps,
  tx: Tx,
  { person, context, isFirst }: SignUpInput,
): Promise<repository.LinkedRow> {
  const { clock, policy, limits } = deps
  if (!isFirst && policy.registration === 'closed') throw new ProviderSignInFailed('registration_closed')
  if (isFirst && policy.needsSetupCode) await useSetupCode(tx, context.setupCode)
  limits.consume(policy.registrationLimit, limitedAddress(context.ip))

  const id = orderedId(clock.now())
  const handle = await freeHandle(tx, person.login)
  const email = person.verifiedEmails[0] ?? null
  if (email !== null) await releaseEmail(deps, tx, { email, owner: handle, ip: context.ip })

  await insertPerson(tx, {
    id,
    handle,
    email,
    isEmailVerified: email !== null,
    fullName: await allowedName(deps, person.fullName),
    passwordHash: null,
    isAdmin: isFirst,
    at: new Date(clock.now()),
  })
  await deps.onSignUp(tx, { id, handle })
  if (isFirst) {
    await audit(tx, clock, {
      actorId: id,
      action: 'first_admin',
      target: { type: 'user', id, name: handle },
      ip: context.ip,
    })
  }
  return { id, handle, status: 'active', role: isFirst ? 'admin' : 'user' }
}

/** A provider's name that may not be stored is left out, and doesn't stop the sign-in. */
async function allowedName({ guard }: LinkingDeps, name: string | null): Promise<string | null> {
  if (name === null) return null
  return guard(name, UNKNOWN_PERSON).then(
    () => name,
    () => null,
  )
}

async function freeHandle(tx: Tx, login: string): Promise<string> {
  const wanted = handlesFrom(login)
  for (;;) {
    const batch = Array.from({ length: HANDLE_BATCH }, () => wanted.next().value)
    const free = await repository.filterFreeHandles(tx, batch)
    const best = batch.find((handle) => free.has(handle))
    if (best !== undefined) return best
  }
}

/** An account that claims the address unverified loses it to its owner; username and password stay. */
async function releaseEmail(
  { clock }: LinkingDeps,
  tx: Tx,
  { email, owner, ip }: { email: string; owner: string; ip: string | null },
): Promise<void> {
  const claimant = await repository.findByEmail(tx, email)
  if (claimant === undefined) return
  await repository.clearEmail(tx, claimant.id)
  await audit(tx, clock, {
    actorId: null,
    action: 'email_taken_over',
    target: { type: 'user', id: claimant.id, name: claimant.handle },
    before: { email },
    after: { email: null, verified_for: owner },
    ip,
  })
}

async function promoteByEmail(
  { clock, adminEmails }: LinkingDeps,
  tx: Tx,
  { account, person, ip }: { account: repository.LinkedRow; person: ProviderPerson; ip: string | null },
): Promise<void> {
  const address = person.verifiedEmails.find((email) => adminEmails.includes(email.toLowerCase()))
  if (address === undefined || !(await repository.promote(tx, account.id))) return
  await audit(tx, clock, {
    // done by the configuration, not by an account
    actorId: null,
    action: 'admin_by_email',
    target: { type: 'user', id: account.id, name: account.handle },
    before: { role: account.role },
    after: { role: 'admin', email: address },
    ip,
  })
}
