/** Password reset links, created by an administrator or the operator (docs/rules/accounts.md#reset-links). */
import { RESET_LINK_MS } from '@flockwork/contract/limits'
import type { ResetLink } from '@flockwork/contract/admin/people'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound, Unauthorized } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { randomSecret, sha256 } from '../../../platform/secrets.ts'
import { watchAttempt } from '../passwords/attempt-log.ts'
import { requireActivePerson } from '../people.ts'
import { findAccount, findPerson, lockPerson } from '../repository.ts'
import { passwordsAreOff, type AccountServices } from './account.ts'
import * as repository from './repository.ts'

const TOKEN_BITS = 256

interface LinkDeps {
  readonly db: Db
  readonly clock: Clock
  readonly policy: { readonly passwordLogin: boolean }
  readonly address: () => string
}

interface LinkRequest {
  readonly accountId: string
  /** The administrator; null: the operator, on the command line. */
  readonly by: PersonActor | null
  readonly ip?: string | null
}

/**
 * Creates a link that works once, for an hour, and invalidates the person's earlier ones. Only its hash is stored.
 * @throws NotFound for an unknown account, Conflict for one that can't sign in with a password, Forbidden where local
 * accounts are off.
 */
export async function makeResetLink(
  { clock, policy, address }: Omit<LinkDeps, 'db'>,
  { accountId, by, ip }: LinkRequest,
  once: Once<unknown>,
): Promise<ResetLink> {
  if (!policy.passwordLogin) throw passwordsAreOff()
  const token = randomSecret(TOKEN_BITS)
  const at = new Date(clock.now())
  const expiresAt = new Date(clock.now() + RESET_LINK_MS)

  await once(async (tx) => {
    // two administrators who create links for each other lock in different orders: retry the deadlock
    if (by !== null) await requireActivePerson(tx, by)
    await lockPerson(tx, accountId)
    const account = await findAccount(tx, accountId)
    if (account === undefined) throw new NotFound('No such user')
    if (account.kind !== 'user') throw new Conflict('This is an agent: it has no password')
    if (account.status === 'deleted') throw new Conflict('This account was deleted')
    if (account.status !== 'active') throw new Conflict('This account is deactivated')

    await repository.voidResetLinks(tx, accountId)
    await repository.insertResetLink(tx, {
      hash: sha256(token),
      accountId,
      createdBy: by?.accountId ?? null,
      at,
      expiresAt,
    })
    await audit(tx, clock, {
      actorId: by?.accountId ?? null,
      action: 'reset_link_made',
      target: { type: 'user', id: accountId, name: account.handle },
      ...(ip !== undefined && { ip }),
    })
  })
  return { url: `${address()}/reset#token=${token}`, expires_at: wireTime(expiresAt) }
}

interface ResetInput {
  readonly token: string
  readonly password: string
  /** Whether the person trusts their agents' tokens. */
  readonly keepsAgentTokens: boolean
  readonly ip: string | null
}

/**
 * Sets a new password by a link. Ends every session of its person, every grant to act as an agent of theirs and,
 * unless they are kept, the tokens of their agents: an intruder may have created them. Doesn't sign in.
 * @throws Unauthorized for a used, expired or unknown link; RateLimited for guessing.
 */
export async function resetPassword(
  services: AccountServices,
  { token, password, keepsAgentTokens, ip }: ResetInput,
): Promise<void> {
  const { db, clock, sessions, loginThrottle, passwords, policy } = services
  if (!policy.passwordLogin) throw passwordsAreOff()
  const hash = sha256(token)
  const accountId = await watchAttempt('reset_link_refused', {}, () =>
    loginThrottle.checkResetLink(ip, () => repository.findResetLink(db, hash, new Date(clock.now()))),
  )
  if (accountId === undefined) throw linkIsVoid()

  const owner = await findPerson(db, accountId)
  if (owner === undefined) throw linkIsVoid()
  const passwordHash = await passwords.hashNew(
    password,
    { username: owner.handle, email: owner.email },
    'password',
  )
  const ended = await db.transaction().execute(async (tx) => {
    await lockPerson(tx, accountId)
    const person = await findAccount(tx, accountId)
    if (person === undefined || person.status === 'deleted') throw linkIsVoid()
    if (person.status !== 'active') throw new Forbidden('This account is deactivated')
    if (!(await repository.useResetLink(tx, hash, new Date(clock.now())))) throw linkIsVoid()

    await repository.setPassword(tx, accountId, passwordHash)
    await services.revokeAgentAccess(tx, accountId, { agentTokens: keepsAgentTokens })
    await audit(tx, clock, {
      actorId: accountId,
      action: 'password_reset',
      target: { type: 'user', id: accountId, name: person.handle },
      after: { agent_tokens_kept: keepsAgentTokens },
      ip,
    })
    return sessions.endAll(tx, accountId)
  })
  await sessions.publishEnded(ended)
  // the streams and waits of the agents
  await sessions.invalidateAccount(accountId)
  // the person has probably guessed before asking for a link
  await loginThrottle.clear(accountId)
}

const linkIsVoid = () =>
  new Unauthorized('This link was used already, is over an hour old or was replaced: ask for a new one')

/** Deletes links that have expired. */
export async function pruneResetLinks({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await repository.deleteOldResetLinks(db, new Date(clock.now()))
}
