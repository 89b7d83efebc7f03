/** Passwords, stored as Argon2id (docs/rules/accounts.md#passwords). */
import { hash, verify } from '@node-rs/argon2'
import { createNewPasswordCheck, type PasswordOwner } from './new-password.ts'

/** The cost of a hash. Verifying uses the cost that the password was stored with. */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

export interface Passwords {
  /**
   * Hashes a password that `owner` chose; used wherever a password is set.
   * @param field of the body that the password is in, for the error
   * @throws Invalid for one that is easily guessed
   */
  hashNew(password: string, owner: PasswordOwner, field: string): Promise<string>
  /** Takes as long for an unknown account as for a wrong password, to resist timing attacks. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
}

export function createPasswords({ memoryKib, passes }: PasswordCost): Passwords {
  const cost = { memoryCost: memoryKib, timeCost: passes }
  const check = createNewPasswordCheck()
  return {
    async hashNew(password, owner, field) {
      await check(password, owner, field)
      return hash(password, cost)
    },
    async matches(stored, password) {
      if (stored === null || stored === undefined) {
        await hash(password, cost)
        return false
      }
      return verify(stored, password)
    },
  }
}
