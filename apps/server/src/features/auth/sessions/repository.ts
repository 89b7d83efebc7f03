import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

/** How the person authenticated. */
export type SignedInWith = 'password' | 'provider'

export interface NewSession {
  readonly id: string
  readonly accountId: string
  readonly deviceId: string | null
  readonly userAgent: string | null
  readonly ip: string | null
  readonly signedInWith: SignedInWith
  readonly at: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      device_id: session.deviceId,
      user_agent: session.userAgent,
      ip: session.ip,
      signed_in_with: session.signedInWith,
      created_at: session.at,
      last_used_at: session.at,
      authenticated_at: session.at,
    })
    .execute()
}

export async function insertRefreshToken(
  tx: Tx,
  token: { hash: Buffer; sessionId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({
      hash: token.hash,
      session_id: token.sessionId,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** Locks the token, so that two refreshes with it are serialised. */
export function findRefreshTokenForUpdate(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select([
      'refresh_tokens.session_id',
      'refresh_tokens.expires_at',
      'refresh_tokens.rotated_at',
      'sessions.account_id',
      'sessions.created_at as signed_in_at',
      'sessions.ended_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .forUpdate('refresh_tokens')
    .executeTakeFirst()
}

export async function markRotated(tx: Tx, hash: Buffer, at: Date): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ rotated_at: at }).where('hash', '=', hash).execute()
}

export async function touchSession(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute()
}

export async function endSession(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** One session per device: a new sign-in on it ends the previous one. Returns the ended ids. */
export async function endSessionsOfDevice(
  tx: Tx,
  accountId: string,
  deviceId: string,
  at: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends the session of a refresh token, if it is live. Returns its id. */
export async function endSessionOfToken(tx: Tx, hash: Buffer, at: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('ended_at', 'is', null)
    .where('id', 'in', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export function findRefreshToken(db: Db, hash: Buffer) {
  return db.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash).executeTakeFirst()
}

/** The session with the data of its actor. */
export function findLiveSession(db: Db, id: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .innerJoin('people', 'people.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'people.role',
      'people.current_space_id',
      'sessions.last_used_at',
      'sessions.created_at as signed_in_at',
    ])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
}

/** Records that the person has just authenticated. */
export async function markAuthenticated(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('sessions').set({ authenticated_at: at }).where('id', '=', id).execute()
}

export function findSession(db: Db, id: string) {
  return db
    .selectFrom('sessions')
    .select(['signed_in_with', 'authenticated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The account's sessions that were used after `usedAfter`, most recently used first. */
export function listLiveSessions(db: Db, accountId: string, usedAfter: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device_id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', usedAfter)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends the account's sessions, except perhaps one. Returns the ended ids. */
export async function endAllSessions(
  tx: Tx,
  accountId: string,
  at: Date,
  except: string | undefined,
): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends the sessions of a device: by its own id, or by the session's where it sent none. Returns the ended ids. */
export async function endDevice(tx: Tx, accountId: string, deviceId: string, at: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where(
      ({ cast, ref }) => sql<boolean>`coalesce(${ref('device_id')}, ${cast('id', 'text')}) = ${deviceId}`,
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface OldSessions {
  /** Deletes tokens that expired by then. */
  readonly at: Date
  /** Deletes sessions that ended by then. */
  readonly endedBy: Date
  /** Deletes sessions that were last used by then. */
  readonly usedBy: Date
  /** Maximum rows per statement, so that locks are short. */
  readonly limit: number
}

/** Deletes refresh tokens that can no longer be used. Returns how many. */
export async function deleteOldRefreshTokens(db: Db, { at, endedBy, limit }: OldSessions): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refresh_tokens')
    .where('hash', 'in', (query) =>
      query
        .selectFrom('refresh_tokens as old')
        .innerJoin('sessions', 'sessions.id', 'old.session_id')
        .select('old.hash')
        .where((where) =>
          where.or([where('old.expires_at', '<=', at), where('sessions.ended_at', '<=', endedBy)]),
        )
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes ended or unused sessions without refresh tokens. Returns how many. */
export async function deleteOldSessions(db: Db, { endedBy, usedBy, limit }: OldSessions): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('sessions as old')
        .leftJoin('refresh_tokens', 'refresh_tokens.session_id', 'old.id')
        .select('old.id')
        .where('refresh_tokens.hash', 'is', null)
        .where((where) =>
          where.or([where('old.ended_at', '<=', endedBy), where('old.last_used_at', '<=', usedBy)]),
        )
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
