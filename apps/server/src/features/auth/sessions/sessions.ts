/**
 * Sessions and their refresh tokens (docs/rules/accounts.md#refresh-tokens, docs/rules/accounts.md#revocation). A
 * session is one device signed in and one family of tokens. Nothing but hashes is stored: a successor is derived from
 * the token that is presented.
 */
import { REFRESH_GRACE_MS, REFRESH_TOKEN_MS, SESSION_CACHE_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import { randomSecret, sha256 } from '../../../platform/secrets.ts'
import type { Claims } from './access-tokens.ts'
import type { InstanceKey } from '../keys/instance-keys.ts'
import { roleOf } from '../people.ts'
import { isActiveForShare } from '../repository.ts'
import * as repository from './repository.ts'
import type { SignedInWith } from './repository.ts'

const REFRESH_TOKEN_BITS = 256

export interface Device {
  readonly deviceId: string | null
  readonly userAgent: string | null
  readonly ip: string
}

export interface Opened {
  readonly sessionId: string
  readonly accountId: string
  readonly refreshToken: string
}

export interface Sessions {
  /**
   * `confirm` is asked in the transaction that opens it and throws to refuse.
   * @throws Unauthorized for an account that was deleted or deactivated meanwhile.
   */
  open(
    accountId: string,
    device: Device,
    signedInWith?: SignedInWith,
    confirm?: (tx: Tx) => Promise<void>,
  ): Promise<Opened>
  /**
   * Exchanges a refresh token for its successor; within 10 s of the exchange the same successor again.
   * @throws Unauthorized for an unknown or ended one; a token used again later ends the whole family.
   */
  rotate(presented: string): Promise<Opened>
  /** Ends the session that a refresh token belongs to. */
  endByRefreshToken(presented: string): Promise<void>
  end(sessionId: string): Promise<void>
  /** Ends every session of the account, but perhaps one; `tellEnded` must follow the commit. Answers which. */
  endAllIn(tx: Tx, accountId: string, except?: string): Promise<string[]>
  /** Sessions have ended: every node forgets them and closes their streams. */
  tellEnded(sessionIds: readonly string[]): Promise<void>
  /** The person of a verified token while its session lives; known at most 5 s late on another node. */
  actorOf(claims: Claims): Promise<PersonActor | undefined>
  /** Something about the account changed (its current space, its role): read it again, on every node. */
  invalidateAccount(accountId: string): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus
  readonly refreshKey: InstanceKey
}

type Person = Omit<PersonActor, 'tokenSpaceId' | 'expiresAt'>

interface CachedSession {
  readonly until: number
  readonly accountId: string
  readonly person: Promise<Person | undefined>
}

const CACHED_MAX = 50_000
/** A session that is used on and on is noted so this often. */
const USED_AGAIN_MS = 60_000

export function createSessions({ db, clock, bus, refreshKey }: Deps): Sessions {
  const cache = new Map<string, CachedSession>()

  bus.subscribe('session_ended', ({ sessionId }) => cache.delete(sessionId))
  bus.subscribe('account_changed', ({ accountId }) => dropAccount(cache, accountId))
  bus.subscribe('reconnected', () => cache.clear())

  const ended = async (ids: readonly string[]) => {
    await bus.publish(ids.map((sessionId) => ({ kind: 'session_ended', sessionId })))
  }

  const load = async (sessionId: string): Promise<Person | undefined> => {
    const row = await repository.findLiveSession(db, sessionId)
    if (row === undefined) return undefined
    const at = new Date(clock.now())
    if (at.getTime() - row.last_used_at.getTime() >= USED_AGAIN_MS) {
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
    async open(accountId, device, signedInWith = 'password', confirm = async () => {}) {
      const sessionId = orderedId(clock.now())
      const refreshToken = randomSecret(REFRESH_TOKEN_BITS)
      const at = new Date(clock.now())
      const replaced = await db.transaction().execute(async (tx) => {
        await confirm(tx)
        if (!(await isActiveForShare(tx, accountId))) throw new Unauthorized()
        const ids =
          device.deviceId === null
            ? []
            : await repository.endSessionsOfDevice(tx, accountId, device.deviceId, at)
        await repository.insertSession(tx, { id: sessionId, accountId, ...device, signedInWith, at })
        await repository.insertRefreshToken(tx, {
          hash: sha256(refreshToken),
          sessionId,
          at,
          expiresAt: until(at),
        })
        return ids
      })
      await ended(replaced)
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
        if (token.rotated_at === null) {
          await repository.markRotated(tx, hash, at)
          await repository.insertRefreshToken(tx, {
            hash: sha256(successor),
            sessionId: token.session_id,
            at,
            expiresAt: until(at),
          })
          await repository.touchSession(tx, token.session_id, at)
          return { opened, isReuse: false }
        }
        const isReuse = at.getTime() - token.rotated_at.getTime() > REFRESH_GRACE_MS
        if (isReuse) await repository.endSession(tx, token.session_id, at)
        return { opened, isReuse }
      })

      if (outcome === undefined) throw new Unauthorized()
      if (!outcome.isReuse) return outcome.opened
      await ended([outcome.opened.sessionId])
      throw new Unauthorized('This session was ended because its token was used twice; sign in again')
    },

    async endByRefreshToken(presented) {
      const token = await repository.findRefreshToken(db, sha256(presented))
      if (token !== undefined) await this.end(token.session_id)
    },

    async end(sessionId) {
      await repository.endSession(db, sessionId, new Date(clock.now()))
      await ended([sessionId])
    },

    endAllIn: (tx, accountId, except) =>
      repository.endSessionsOf(tx, accountId, new Date(clock.now()), except),

    tellEnded: ended,

    async actorOf(claims) {
      const now = clock.now()
      let entry = cache.get(claims.sessionId)
      if (entry === undefined || entry.until <= now) {
        const person = load(claims.sessionId)
        entry = { until: now + SESSION_CACHE_MS, accountId: claims.accountId, person }
        if (cache.size >= CACHED_MAX) cache.clear()
        cache.set(claims.sessionId, entry)
        // a failed look-up must not be remembered
        person.catch(() => cache.delete(claims.sessionId))
      }
      const person = await entry.person
      if (person === undefined || person.accountId !== claims.accountId) return undefined
      return { ...person, tokenSpaceId: claims.spaceId, expiresAt: claims.expiresAt }
    },

    async invalidateAccount(accountId) {
      await bus.publish({ kind: 'account_changed', accountId })
    },
  }
}

function until(at: Date): Date {
  return new Date(at.getTime() + REFRESH_TOKEN_MS)
}

function dropAccount(cache: Map<string, CachedSession>, accountId: string): void {
  for (const [id, entry] of cache) {
    if (entry.accountId === accountId) cache.delete(id)
  }
}
