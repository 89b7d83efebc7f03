/** Refuses new passwords that are guessed first (docs/rules/accounts.md#passwords). */
import { invalid } from '../../../platform/errors.ts'
import { loadCommonPasswords } from './common-passwords.ts'

/** The account that the password is for. */
export interface PasswordOwner {
  readonly username: string
  readonly email: string | null
}

/** @throws Invalid, at `field` of the body */
export type CheckNewPassword = (password: string, owner: PasswordOwner, field: string) => Promise<void>

export function createNewPasswordCheck(load = loadCommonPasswords): CheckNewPassword {
  let common: Promise<ReadonlySet<string>> | undefined
  return async (password, owner, field) => {
    const plain = password.normalize('NFKC').toLowerCase()
    common ??= load()
    if ((await common).has(plain))
      throw invalid(['body', field], 'This password is too common', 'common_password')
    if (namesOf(owner).some((name) => isNameAndLittleElse(plain, name))) {
      const problem = 'This password is your username or e-mail address with little else'
      throw invalid(['body', field], problem, 'common_password')
    }
  }
}

/** Room for a year or a date. */
const FEW_CHARS = 6
const NO_LETTERS = /^\P{L}*$/u
/** Shorter names, such as `an`, occur in many good passwords. */
const NAME_MIN_CHARS = 3

function namesOf({ username, email }: PasswordOwner): string[] {
  const [local = '', ...rest] = (email ?? '').split('@')
  const domain = rest.join('@')
  return [username, email ?? '', local, domain, local.split('+', 1)[0] ?? '']
    .map((name) => name.normalize('NFKC').toLowerCase())
    .filter(({ length }) => length >= NAME_MIN_CHARS)
}

/** Whether it is the name plus only a few digits and symbols. */
function isNameAndLittleElse(password: string, name: string): boolean {
  const at = password.indexOf(name)
  if (at === -1) return false
  const rest = password.slice(0, at) + password.slice(at + name.length)
  return rest.length <= FEW_CHARS && NO_LETTERS.test(rest)
}
