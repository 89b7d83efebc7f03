import type { Db, Tx } from '../../platform/database.ts'
import { insertAccount } from './accounts.ts'

export interface NewPerson {
  readonly id: string
  readonly handle: string
  readonly email: string | null
  /** Only the provider verifies an address; a local account's isn't. */
  readonly isEmailVerified: boolean
  readonly fullName: string | null
  /** Null: the person signs in only at the provider. */
  readonly passwordHash: string | null
  readonly isAdmin: boolean
  readonly at: Date
}

/** Serialises sign-ups: only one can find the instance empty. */
export async function lockSignUps(tx: Tx): Promise<{ isFirst: boolean }> {
  await tx.selectFrom('instance').select('key').where('key', '=', 'cookie').forUpdate().execute()
  const someone = await tx.selectFrom('people').select('account_id').limit(1).executeTakeFirst()
  return { isFirst: someone === undefined }
}

export async function hasPeople(db: Db): Promise<boolean> {
  const someone = await db.selectFrom('people').select('account_id').limit(1).executeTakeFirst()
  return someone !== undefined
}

export async function isHandleTaken(tx: Tx, handle: string): Promise<boolean> {
  const row = await tx.selectFrom('handles').select('handle').where('handle', '=', handle).executeTakeFirst()
  return row !== undefined
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('people')
    .select('account_id')
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPerson(tx: Tx, person: NewPerson): Promise<void> {
  await insertAccount(tx, {
    id: person.id,
    kind: 'user',
    handle: person.handle,
    displayName: person.fullName ?? person.handle,
    at: person.at,
  })
  await tx
    .insertInto('people')
    .values({
      account_id: person.id,
      email: person.email,
      email_verified: person.isEmailVerified,
      full_name: person.fullName,
      password_hash: person.passwordHash,
      role: person.isAdmin ? 'admin' : 'user',
    })
    .execute()
}

function selectPeople(db: Db) {
  return db
    .selectFrom('accounts')
    .innerJoin('people', 'people.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.status',
      'accounts.created_at',
      'people.email',
      'people.email_verified',
      'people.full_name',
      'people.role',
      'people.password_hash',
      'people.current_space_id',
    ])
}

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>

export function findPerson(db: Db, id: string) {
  return selectPeople(db).where('accounts.id', '=', id).executeTakeFirst()
}

/** By e-mail address or username, case-insensitively. */
export function findPersonByLogin(db: Db, login: string) {
  const name = login.toLowerCase()
  return selectPeople(db)
    .where((where) =>
      where.or([
        where('accounts.handle', '=', name),
        where(where.fn<string>('lower', ['people.email']), '=', name),
      ]),
    )
    .executeTakeFirst()
}

/** Any account, an agent's too. */
export function findAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'kind', 'handle', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Serialises changes of the person's password, and calls that must not run concurrently with the deletion. */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('people').select('account_id').where('account_id', '=', id).forUpdate().execute()
}

/** Locks the person like `lockPerson`, so a concurrent deletion has ended when this returns. */
export async function isActiveForUpdate(tx: Tx, id: string): Promise<boolean> {
  await lockPerson(tx, id)
  return isActive(tx, id)
}

/** Not in the locking statement: after waiting for a lock it would still see joined rows as they were before. */
async function isActive(tx: Tx, id: string): Promise<boolean> {
  const account = await findAccount(tx, id)
  return account?.status === 'active'
}

/** Whether the session is live and its person active; like `isActive` not in the locking statement. */
export async function isSignedIn(
  db: Db,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.account_id', '=', accountId)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this is still the password; it can't be changed before the commit. */
export async function hasPasswordForShare(tx: Tx, id: string, hash: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('people')
    .select('password_hash')
    .where('account_id', '=', id)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.password_hash === hash
}
