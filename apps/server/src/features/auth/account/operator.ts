/** Commands of the operator, who has no account. */
import { audit } from '../../../platform/audit.ts'
import { publishOnCommit } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { findPersonByLogin } from '../repository.ts'
import { findAccountByHandle, setRole } from './repository.ts'
import { makeResetLink } from './reset-links.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface OperatorLink {
  readonly username: string
  readonly url: string
  readonly expires_at: string
}

/**
 * A reset link for the account with this username or e-mail address.
 * @throws NotFound for an unknown one; Conflict for an agent, a deleted or a deactivated account.
 */
export async function makeResetLinkFor(
  deps: Deps & { readonly policy: { readonly passwordLogin: boolean }; readonly address: () => string },
  login: string,
): Promise<OperatorLink> {
  const account = await findByLogin(deps.db, login)
  const link = await makeResetLink(deps, { accountId: account.id, by: null }, withoutKey(deps.db))
  return { username: account.handle, ...link }
}

/**
 * Makes a person an administrator; safe to repeat. Returns the username.
 * @throws NotFound for an unknown account; Conflict for an agent, a deleted or a deactivated account.
 */
export async function makeAdmin({ db, clock }: Deps, login: string): Promise<string> {
  const { id, handle } = await findByLogin(db, login)
  const person = await findPersonByLogin(db, handle)
  if (person === undefined) throw new Conflict('This is an agent: only a person can be an administrator')
  if (person.status === 'deleted') throw new Conflict('This account is deleted')
  if (person.status !== 'active') throw new Conflict('This account is deactivated')

  await db.transaction().execute(async (tx) => {
    await setRole(tx, id, 'admin')
    await audit(tx, clock, {
      actorId: null,
      action: 'role_changed',
      target: { type: 'user', id, name: handle },
      before: { role: person.role },
      after: { role: 'admin' },
    })
    await publishOnCommit(tx, { kind: 'account_changed', accountId: id })
  })
  return handle
}

async function findByLogin(db: Db, login: string): Promise<{ id: string; handle: string }> {
  const name = login.trim().replace(/^@/, '')
  const account = (await findPersonByLogin(db, name)) ?? (await findAccountByHandle(db, name.toLowerCase()))
  if (account === undefined) throw new NotFound(`Nobody here has the username or e-mail address ${name}`)
  return account
}
