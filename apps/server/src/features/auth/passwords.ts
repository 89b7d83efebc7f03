/** Passwords, kept as Argon2id. */
import { hash, verify } from '@node-rs/argon2'

export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Takes as long for an unknown account as for a wrong password, so that time tells nothing. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored === null || stored === undefined) {
    await hash(password)
    return false
  }
  return verify(stored, password)
}
