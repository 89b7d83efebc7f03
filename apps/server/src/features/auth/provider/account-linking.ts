/**
 * Which account a person of the provider has here: linked, found by address, or new
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
import { insertPerson, isActiveForUpdate, lockSignUps } from '../repository.ts'
import { useSetupCode } from '../sign-in/setup-code.ts'
import type { ProviderPerson } from './client.ts'
import { ProviderSignInFailed } from './failure.ts'
import { handlesFrom } from './handles.ts'
import * as repository from './repository.ts'

export interface AdmissionDeps {
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
  /** What every new person gets, in the transaction of the sign-up. */
  readonly welcome: (tx: Tx, person: { id: string; handle: string }) => Promise<void>
  /** Makes the personal space the current one. */
  readonly goHome: (tx: Tx, accountId: string) => Promise<void>
}

export interface Arrival {
  readonly setupCode: string | null
  /** Without a place to go to, a sign-in leads to the personal space (docs/rules/accounts.md#after-signing-in). */
  readonly leadsHome: boolean
  readonly ip: string
}

/** An agent may take the handle in the instant before ours is written; then the next one is tried. */
const TRIES = 3
/** How many handles are looked up at once. */
const HANDLE_BATCH = 50

/**
 * The account of the provider's person, made if there is none.
 * @throws ProviderSignInFailed when it is deactivated or nobody may sign up, SetupCodeRequired, RateLimited.
 */
export async function admit(
  deps: AdmissionDeps,
  person: ProviderPerson,
  arrival: Arrival,
): Promise<{ accountId: string }> {
  for (let tried = 1; ; tried++) {
    try {
      // a switch of spaces at the same moment takes the same rows in another order
      return await retryDeadlocks(() =>
        deps.db.transaction().execute((tx) => admitIn(deps, tx, person, arrival)),
      )
    } catch (error) {
      if (tried >= TRIES || !isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw error
    }
  }
}

async function admitIn(
  deps: AdmissionDeps,
  tx: Tx,
  person: ProviderPerson,
  arrival: Arrival,
): Promise<{ accountId: string }> {
  const account =
    (await repository.findLinked(tx, person.provider, person.id)) ??
    (await linkOrSignUp(deps, tx, person, arrival))
  // a deletion under way is over before this goes on: what it removes must not come back
  if (!(await isActiveForUpdate(tx, account.id))) throw new ProviderSignInFailed('account_inactive')

  await repository.renameLink(tx, { ...person, providerId: person.id })
  await promoteByAddress(deps, tx, { account, person, ip: arrival.ip })
  if (arrival.leadsHome) await deps.goHome(tx, account.id)
  return { accountId: account.id }
}

/** One at a time, so that a person who signs in twice at once gets one account. */
async function linkOrSignUp(
  deps: AdmissionDeps,
  tx: Tx,
  person: ProviderPerson,
  arrival: Arrival,
): Promise<repository.LinkedRow> {
  const { isFirst } = await lockSignUps(tx)
  const linkedMeanwhile = await repository.findLinked(tx, person.provider, person.id)
  if (linkedMeanwhile !== undefined) return linkedMeanwhile

  const known = await knownByAddress(tx, person)
  const account = known ?? (await signUp(deps, tx, { person, arrival, isFirst }))
  await repository.insertLink(tx, {
    ...person,
    providerId: person.id,
    accountId: account.id,
    at: new Date(deps.clock.now()),
  })
  return account
}

/** An account whose own address is verified too: anyone may have typed one that isn't. */
async function knownByAddress(
  tx: Tx,
  { verifiedEmails }: ProviderPerson,
): Promise<repository.LinkedRow | undefined> {
  for (const email of verifiedEmails) {
    const account = await repository.findByEmail(tx, email)
    if (account?.email_verified === true) return account
  }
  return undefined
}

interface SigningUp {
  readonly person: ProviderPerson
  readonly arrival: Arrival
  readonly isFirst: boolean
}

async function signUp(
  deps: AdmissionDeps,
  tx: Tx,
  { person, arrival, isFirst }: SigningUp,
): Promise<repository.LinkedRow> {
  const { clock, policy, limits } = deps
  if (!isFirst && policy.registration === 'closed') throw new ProviderSignInFailed('registration_closed')
  if (isFirst && policy.needsSetupCode) await useSetupCode(tx, arrival.setupCode)
  limits.take(policy.registrationLimit, limitedAddress(arrival.ip))

  const id = orderedId(clock.now())
  const handle = await freeHandle(tx, person.login)
  const email = person.verifiedEmails[0] ?? null
  if (email !== null) await takeOver(deps, tx, { email, by: { id, handle }, ip: arrival.ip })

  await insertPerson(tx, {
    id,
    handle,
    email,
    isEmailVerified: email !== null,
    fullName: person.fullName,
    passwordHash: null,
    isAdmin: isFirst,
    at: new Date(clock.now()),
  })
  await deps.welcome(tx, { id, handle })
  if (isFirst) {
    await audit(tx, clock, {
      actorId: id,
      action: 'first_admin',
      target: { type: 'user', id, name: handle },
      ip: arrival.ip,
    })
  }
  return { id, handle, status: 'active', role: isFirst ? 'admin' : 'user' }
}

async function freeHandle(tx: Tx, login: string): Promise<string> {
  const wanted = handlesFrom(login)
  for (;;) {
    const batch = Array.from({ length: HANDLE_BATCH }, () => wanted.next().value)
    const free = await repository.freeAmong(tx, batch)
    const best = batch.find((handle) => free.has(handle))
    if (best !== undefined) return best
  }
}

/** Whoever only typed the address gives it to the one who has it; username and password stay. */
async function takeOver(
  { clock }: AdmissionDeps,
  tx: Tx,
  { email, by, ip }: { email: string; by: { id: string; handle: string }; ip: string },
): Promise<void> {
  const holder = await repository.findByEmail(tx, email)
  if (holder === undefined) return
  await repository.takeEmailFrom(tx, holder.id)
  await audit(tx, clock, {
    actorId: null,
    action: 'email_taken_over',
    target: { type: 'user', id: holder.id, name: holder.handle },
    before: { email },
    after: { email: null, verified_for: by.handle },
    ip,
  })
}

async function promoteByAddress(
  { clock, adminEmails }: AdmissionDeps,
  tx: Tx,
  { account, person, ip }: { account: repository.LinkedRow; person: ProviderPerson; ip: string },
): Promise<void> {
  const address = person.verifiedEmails.find((email) => adminEmails.includes(email.toLowerCase()))
  if (address === undefined || !(await repository.promote(tx, account.id))) return
  await audit(tx, clock, {
    // nobody of the instance did it: its configuration did
    actorId: null,
    action: 'admin_by_email',
    target: { type: 'user', id: account.id, name: account.handle },
    before: { role: account.role },
    after: { role: 'admin', email: address },
    ip,
  })
}
