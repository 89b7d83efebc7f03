import type { Db, Tx } from '../../platform/database.ts'

export interface NewSession {
  readonly id: string
  readonly accountId: string
  readonly deviceId: string | null
  readonly userAgent: string | null
  readonly ip: string
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
      created_at: session.at,
      last_used_at: session.at,
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

/** Locks the token: two refreshes with one token happen one after the other. */
export function findRefreshTokenForUpdate(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select([
      'refresh_tokens.session_id',
      'refresh_tokens.expires_at',
      'refresh_tokens.rotated_at',
      'sessions.account_id',
      'sessions.ended_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .forUpdate('refresh_tokens')
    .executeTakeFirst()
}

export async function markRotated(tx: Tx, hash: Buffer, at: Date): Promise<void> {
  await tx.updateTable('refresh_tokens').set({ rotated_at: at }).where('hash', '=', hash).execute()
}

export async function touchSession(tx: Tx, id: string, at: Date): Promise<void> {
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

/** One family of tokens a device: a new sign-in on it ends the one before. */
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

export function findRefreshToken(db: Db, hash: Buffer) {
  return db.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash).executeTakeFirst()
}

/** The session with everything that an actor is made from. */
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
    ])
    .where('sessions.id', '=', id)
    .where('sessions.ended_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
}
