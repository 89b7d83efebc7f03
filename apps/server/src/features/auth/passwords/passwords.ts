/** Passwords, stored as Argon2id (docs/rules/accounts.md#passwords). */
import { hash, verify } from '@node-rs/argon2'

/** The cost of a hash. Verifying uses the cost that the password was stored with. */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown account as for a wrong password, against timing attacks. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
}

export function createPasswords({ memoryKib, passes }: PasswordCost): Passwords {
  const cost = { memoryCost: memoryKib, timeCost: passes }
  return {
    hash: (password) => hash(password, cost),
    async matches(stored, password) {
      if (stored === null || stored === undefined) {
        await hash(password, cost)
        return false
      }
      return verify(stored, password)
    },
  }
}
