/**
 * Limits on guessing (docs/rules/accounts.md#login-throttle), shared by all nodes and never scaled. An attempt is
 * counted before it is checked, so that many at once can't slip through, and refunded when it was right.
 */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import {
  LOGIN_THROTTLE_WINDOW_MS,
  WRONG_INVITES_PER_PERSON,
  WRONG_PASSWORDS_PER_ACCOUNT,
  WRONG_PASSWORDS_PER_ADDRESS,
} from '@flockwork/contract/limits'
import { limitedAddress } from '../../../platform/address.ts'
import type { Database, Db } from '../../../platform/database.ts'
import { RateLimited } from '../../../platform/errors.ts'

export interface Attempt {
  /** It was right and doesn't count. */
  refund(): Promise<void>
}

export interface LoginThrottle {
  /** `account` null: a device that signed in to it before, which only its address limits. @throws RateLimited */
  countPassword(account: string | null, address: string): Promise<Attempt>
  /** A reset link is limited by address alone. @throws RateLimited */
  countResetLink(address: string): Promise<Attempt>
  /** @throws RateLimited */
  countInviteCode(accountId: string): Promise<Attempt>
  /** Drops the account's attempts: its person signed in by other means. */
  clear(account: string): Promise<void>
}

export function createLoginThrottle({ pool }: Database): LoginThrottle {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'login_attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: LOGIN_THROTTLE_WINDOW_MS / 1000,
    })
  const byAccount = limiter('password-account', WRONG_PASSWORDS_PER_ACCOUNT)
  const byAddress = limiter('password-address', WRONG_PASSWORDS_PER_ADDRESS)
  const byPerson = limiter('invite-person', WRONG_INVITES_PER_PERSON)

  return {
    async countPassword(account, address) {
      const fromAddress = await count(byAddress, limitedAddress(address))
      if (account === null) return fromAddress
      try {
        const onAccount = await count(byAccount, account)
        return {
          refund: async () => {
            await Promise.all([fromAddress.refund(), onAccount.refund()])
          },
        }
      } catch (error) {
        await fromAddress.refund()
        throw error
      }
    },
    countResetLink: (address) => count(byAddress, limitedAddress(address)),
    countInviteCode: (accountId) => count(byPerson, accountId),
    clear: async (account) => {
      await byAccount.delete(account)
    },
  }
}

async function count(limiter: RateLimiterPostgres, key: string): Promise<Attempt> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw new RateLimited(
      { limit: limiter.points, remaining: 0, retryAfterSeconds },
      'Too many wrong attempts',
    )
  }
  return {
    refund: async () => {
      await limiter.reward(key)
    },
  }
}

/** Deletes counts whose window is over; by the library's time, not our clock's. */
export async function pruneLoginAttempts(db: Db): Promise<void> {
  await db.deleteFrom('login_attempts').where('expire', '<', Date.now()).execute()
}
