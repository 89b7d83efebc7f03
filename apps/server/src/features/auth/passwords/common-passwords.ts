/** The most common passwords, from zxcvbn-ts' ordered list. The only file that imports it. */
import { COMMON_PASSWORDS, PASSWORD_MIN_CHARS } from '@flockwork/contract/limits'

/** Those that are long enough to be accepted otherwise, in lower case. Loaded on demand: it takes 25 ms. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const commonest = dictionary['passwords-common'].slice(0, COMMON_PASSWORDS)
  return new Set(
    commonest.filter(({ length }) => length >= PASSWORD_MIN_CHARS).map((one) => one.toLowerCase()),
  )
}
