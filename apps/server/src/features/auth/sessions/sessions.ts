/**
 * Sessions and their refresh tokens (docs/rules/accounts.md#refresh-tokens, docs/rules/accounts.md#revocation). A
 * session is one signed-in device and one family of refresh tokens, of which only hashes are stored: the successor of a
 * token is derived from the token itself, so that concurrent refreshes get the same one.
 */
import {
  ACCESS_TOKEN_PRODUCTION_S,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_MS,
  SESSION_CACHE_MS,
  SESSION_MAX_MS,
} from '@flockwork/contract/limits'
import type { CallOrigin, PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import { randomSecret, sha256 } from '../../../platform/secrets.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'
import { roleOf } from '../people.ts'
import { findAccount, isActiveForUpdate } from '../repository.ts'
import type { Claims } from './access-tokens.ts'
import * as repository from './repository.ts'
import type { SignedInWith } from './repository.ts'

const REFRESH_TOKEN_BITS = 256

export interface Device {
  readonly deviceId: string
  readonly userAgent: string | null
  readonly ip: string | null
  /** The refresh token that it presented when it signed in: its session ends. */
  readonly refreshToken: string | null
  /** The accounts that it signed in to before, by its cookie. */
  readonly knownAccounts: readonly string[]
}

export interface OpenedSession {
  readonly sessionId: string
  readonly accountId: string
  readonly refreshToken: string
}

/**
 * Counts a token that is about to be issued, as a write of its account and, for a refresh, of its family (a session, or
 * a program's grant). Called before anything changes, so that a refused refresh can be repeated.
 * @throws RateLimited
 */
export type CountIssue = (accountId: string, familyId?: string) => void

export interface SignInDetails {
  readonly signedInWith?: SignedInWith
  /** The account was just created: its first device isn't reported as new. */
  readonly isSignUp?: boolean
  /** Runs in the same transaction; throws to refuse. */
  readonly confirm?: (tx: Tx) => Promise<void>
}

export interface Sessions {
  /**
   * Opens a session; it replaces the account's other session on the device, and the one that the device
   * presented, of whichever account.
   * @throws Unauthorized for an account that was deleted or deactivated meanwhile, RateLimited.
   */
  open(accountId: string, device: Device, how?: SignInDetails): Promise<OpenedSession>
  /**
   * Exchanges a refresh token for its successor; within 10 s of the exchange a repeat yields the same successor.
   * @throws Unauthorized for an unknown or ended token, and for one that is reused later, which ends the session;
   * RateLimited, by account and by session.
   */
  rotate(presented: string): Promise<OpenedSession>
  /** Ends the session that a refresh token belongs to. */
  endByRefreshToken(presented: string): Promise<void>
  end(sessionId: string): Promise<void>
  /**
   * Ends every session of the account, except perhaps one. Returns the ended ids, for `publishEnded` after the commit.
   */
  endAll(tx: Tx, accountId: string, except?: string): Promise<string[]>
  /** Has every node drop these sessions and close their streams. */
  publishEnded(sessionIds: readonly string[]): Promise<void>
  /** The person of a verified token while its session is live; other nodes notice its end up to 5 s late. */
  actorOf(claims: Claims, from: CallOrigin): Promise<PersonActor | undefined>
  /** The account changed (its current space, its role): every node re-reads it. */
  invalidateAccount(accountId: string): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus
  readonly refreshKey: InstanceKey
  readonly countIssue: CountIssue
}

type Person = Omit<PersonActor, 'tokenSpaceId' | 'expiresAt' | 'from'>

interface CachedSession {
  readonly until: number
  readonly accountId: string
  readonly person: Promise<Person | undefined>
}

const CACHED_MAX = 50_000
/** How often the use of a session is recorded. */
const TOUCH_INTERVAL_MS = 60_000

export function createSessions({ db, clock, bus, refreshKey, countIssue }: Deps): Sessions {
  const cache = new Map<string, CachedSession>()

  bus.subscribe('session_ended', ({ sessionId }) => cache.delete(sessionId))
  bus.subscribe('account_changed', ({ accountId }) => dropAccounts(cache, [accountId]))
  // for some it was the current space
  bus.subscribe(['members_left', 'members_back'], ({ accountIds }) => dropAccounts(cache, accountIds))
  bus.subscribe('reconnected', () => cache.clear())

  const publishEnded = async (ids: readonly string[]) => {
    await bus.publish(ids.map((sessionId) => ({ kind: 'session_ended', sessionId })))
  }

  const load = async (sessionId: string): Promise<Person | undefined> => {
    const row = await repository.findLiveSession(db, sessionId)
    if (row === undefined) return undefined
    const at = new Date(clock.now())
    // its last access token may be valid for longer
    if (at.getTime() - row.signed_in_at.getTime() >= SESSION_MAX_MS) return undefined
    if (at.getTime() - row.last_used_at.getTime() >= TOUCH_INTERVAL_MS) {
      await repository.touchSession(db, sessionId, at)
    }
    return {
      kind: 'user',
      accountId: row.id,
      username: row.handle,
      displayName: row.display_name,
      avatarUrl: row.avatar_url,
      role: roleOf(row.role),
      sessionId,
      currentSpaceId: row.current_space_id,
    }
  }

  return {
    async open(accountId, device, { signedInWith = 'password', isSignUp = false, confirm } = {}) {
      countIssue(accountId)
      const sessionId = orderedId(clock.now())
      const refreshToken = randomSecret(REFRESH_TOKEN_BITS)
      const at = new Date(clock.now())
      const replaced = await db.transaction().execute(async (tx) => {
        // sign-ins of a person are serialised: each ends the sessions that another opened on the device
        if (!(await isActiveForUpdate(tx, accountId))) throw new Unauthorized()
        await confirm?.(tx)
        const ids = await repository.endSessionsOfDevice(tx, accountId, device.deviceId, at)
        const isKnown = ids.length > 0 || device.knownAccounts.includes(accountId)
        if (!isKnown && !isSignUp) {
          const after = { user_agent: device.userAgent }
          const target = await targetOf(tx, accountId)
          await audit(tx, clock, { actorId: accountId, action: 'new_device', target, after, ip: device.ip })
        }
        if (device.refreshToken !== null) {
          ids.push(...(await repository.endSessionOfToken(tx, sha256(device.refreshToken), at)))
        }
        await repository.insertSession(tx, { id: sessionId, accountId, ...device, signedInWith, at })
        await repository.insertRefreshToken(tx, {
          hash: sha256(refreshToken),
          sessionId,
          at,
          expiresAt: expiryOf(at),
        })
        return ids
      })
      await publishEnded(replaced)
      return { sessionId, accountId, refreshToken }
    },

    async rotate(presented) {
      const hash = sha256(presented)
      const successor = refreshKey.sign(presented)
      const at = new Date(clock.now())
      const outcome = await db.transaction().execute(async (tx) => {
        const token = await repository.findRefreshTokenForUpdate(tx, hash)
        if (token === undefined || token.ended_at !== null || token.expires_at <= at) return undefined

        const opened = { sessionId: token.session_id, accountId: token.account_id, refreshToken: successor }
        if (token.rotated_at !== null && at.getTime() - token.rotated_at.getTime() > REFRESH_GRACE_MS) {
          await repository.endSession(tx, token.session_id, at)
          const target = await targetOf(tx, token.account_id)
          await audit(tx, clock, { actorId: null, action: 'refresh_token_reused', target })
          return { opened, isReuse: true }
        }
        countIssue(token.account_id, token.session_id)
        if (token.rotated_at === null) {
          await repository.markRotated(tx, hash, at)
          await repository.insertRefreshToken(tx, {
            hash: sha256(successor),
            sessionId: token.session_id,
            at,
            expiresAt: expiryOf(at, token.signed_in_at),
          })
          await repository.touchSession(tx, token.session_id, at)
        }
        return { opened, isReuse: false }
      })

      if (outcome === undefined) throw new Unauthorized()
      if (!outcome.isReuse) return outcome.opened
      await publishEnded([outcome.opened.sessionId])
      throw new Unauthorized('This session was ended because its token was used twice; sign in again')
    },

    async endByRefreshToken(presented) {
      const token = await repository.findRefreshToken(db, sha256(presented))
      if (token !== undefined) await this.end(token.session_id)
    },

    async end(sessionId) {
      await repository.endSession(db, sessionId, new Date(clock.now()))
      await publishEnded([sessionId])
    },

    endAll: (tx, accountId, except) =>
      repository.endAllSessions(tx, accountId, new Date(clock.now()), except),

    publishEnded,

    async actorOf(claims, from) {
      const now = clock.now()
      let entry = cache.get(claims.sessionId)
      if (entry === undefined || entry.until <= now) {
        const person = load(claims.sessionId)
        entry = { until: now + SESSION_CACHE_MS, accountId: claims.accountId, person }
        if (cache.size >= CACHED_MAX) cache.clear()
        cache.set(claims.sessionId, entry)
        // a failed look-up isn't cached
        person.catch(() => cache.delete(claims.sessionId))
      }
      const person = await entry.person
      if (person === undefined || person.accountId !== claims.accountId) return undefined
      return { ...person, tokenSpaceId: claims.spaceId, expiresAt: claims.expiresAt, from }
    },

    async invalidateAccount(accountId) {
      await bus.publish({ kind: 'account_changed', accountId })
    },
  }
}

async function targetOf(tx: Tx, accountId: string): Promise<{ type: string; id: string; name?: string }> {
  const name = (await findAccount(tx, accountId))?.handle
  return { type: 'user', id: accountId, ...(name !== undefined && { name }) }
}

/** When a refresh token issued at `at` expires: never after its session's maximum age. */
function expiryOf(at: Date, signedInAt = at): Date {
  return new Date(Math.min(at.getTime() + REFRESH_TOKEN_MS, signedInAt.getTime() + SESSION_MAX_MS))
}

function dropAccounts(cache: Map<string, CachedSession>, accountIds: readonly string[]): void {
  const dropped = new Set(accountIds)
  for (const [id, entry] of cache) {
    if (dropped.has(entry.accountId)) cache.delete(id)
  }
}

const BATCH_ROWS = 5000

/**
 * Deletes sessions, with their origins, once none of their tokens can be valid: an hour after their end, or thirty days
 * after their last use. Exchanged refresh tokens are retained until they expire, so that a thief's reuse is detected
 * (docs/rules/accounts.md#refresh-tokens).
 */
export async function pruneSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const old = {
    at: new Date(now),
    endedBy: new Date(now - ACCESS_TOKEN_PRODUCTION_S * 1000),
    usedBy: new Date(now - REFRESH_TOKEN_MS),
    limit: BATCH_ROWS,
  }
  for (const deleteBatch of [repository.deleteOldRefreshTokens, repository.deleteOldSessions]) {
    while ((await deleteBatch(db, old)) === BATCH_ROWS);
  }
}
