/**
 * Limits on guessing (docs/rules/accounts.md#login-throttle), shared by all nodes and never scaled. An attempt is
 * counted before it is judged, so that many at once can't slip through, and given back when it was right.
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

export interface Guess {
  /** The guess was right: it doesn't count. */
  wasRight(): Promise<void>
}

export interface Guessing {
  /** `account` null: a device that signed in to it before, which only its address bounds. @throws RateLimited */
  password(account: string | null, address: string): Promise<Guess>
  /** A reset link, which only its address bounds. @throws RateLimited */
  resetLink(address: string): Promise<Guess>
  /** Whoever guessed has proved to be the account's person by other means. */
  forgive(account: string): Promise<void>
  inviteCode(accountId: string): Promise<Guess>
}

export function createLoginThrottle({ pool }: Database): Guessing {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'guesses',
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
    async password(account, address) {
      const fromAddress = await count(byAddress, limitedAddress(address))
      if (account === null) return fromAddress
      try {
        const onAccount = await count(byAccount, account)
        return {
          wasRight: async () => {
            await Promise.all([fromAddress.wasRight(), onAccount.wasRight()])
          },
        }
      } catch (error) {
        await fromAddress.wasRight()
        throw error
      }
    },
    resetLink: (address) => count(byAddress, limitedAddress(address)),
    forgive: async (account) => {
      await byAccount.delete(account)
    },
    inviteCode: (accountId) => count(byPerson, accountId),
  }
}

async function count(limiter: RateLimiterPostgres, key: string): Promise<Guess> {
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
    wasRight: async () => {
      await limiter.reward(key)
    },
  }
}

/** Forgets counts whose time is over. They keep the library's own time, not our clock's. */
export async function pruneLoginAttempts(db: Db): Promise<void> {
  await db.deleteFrom('guesses').where('expire', '<', Date.now()).execute()
}
