/** Limits on guessing secrets (docs/rules/accounts.md#login-throttle), shared by all nodes and never scaled. */
import {
  LOGIN_THROTTLE_WINDOW_MS,
  WRONG_INVITES_PER_ADDRESS,
  WRONG_INVITES_PER_PERSON,
  WRONG_PASSWORDS_PER_ACCOUNT,
  WRONG_PASSWORDS_PER_ADDRESS,
} from '@flockwork/contract/limits'
import { limitedAddress } from '../../../platform/address.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { createAttempts, type AttemptLimit } from './attempts.ts'

/** Each runs `check`, whose result is `undefined` or false for a wrong secret: only those count. */
export interface LoginThrottle {
  /** `account` null: a device that signed in to it before, limited only by its address. @throws RateLimited */
  checkPassword<T>(account: string | null, address: string | null, check: () => Promise<T>): Promise<T>
  /** Limited by address alone. @throws RateLimited */
  checkResetLink<T>(address: string | null, check: () => Promise<T>): Promise<T>
  /** Limited by account if signed in, else by address. @throws RateLimited */
  checkInviteCode<T>(accountId: string | null, address: string | null, check: () => Promise<T>): Promise<T>
  /** Forgives the account's wrong passwords: its person authenticated by other means. */
  clear(account: string): Promise<void>
}

const BY_ACCOUNT: AttemptLimit = { name: 'password-account', max: WRONG_PASSWORDS_PER_ACCOUNT }
const BY_ADDRESS: AttemptLimit = { name: 'password-address', max: WRONG_PASSWORDS_PER_ADDRESS }
const BY_PERSON: AttemptLimit = { name: 'invite-person', max: WRONG_INVITES_PER_PERSON }
const BY_GUEST: AttemptLimit = { name: 'invite-address', max: WRONG_INVITES_PER_ADDRESS }

export function createLoginThrottle(deps: { readonly db: Db; readonly clock: Clock }): LoginThrottle {
  const attempts = createAttempts({ ...deps, windowMs: LOGIN_THROTTLE_WINDOW_MS })
  const fromAddress = <T>(address: string | null, check: () => Promise<T>) =>
    attempts.run(BY_ADDRESS, limitedAddress(address), check)

  return {
    checkPassword: (account, address, check) =>
      fromAddress(address, () => (account === null ? check() : attempts.run(BY_ACCOUNT, account, check))),
    checkResetLink: fromAddress,
    checkInviteCode: (accountId, address, check) =>
      accountId === null
        ? attempts.run(BY_GUEST, limitedAddress(address), check)
        : attempts.run(BY_PERSON, accountId, check),
    clear: (account) => attempts.clear(BY_ACCOUNT, account),
  }
}
