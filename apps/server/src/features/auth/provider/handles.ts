/** Derives handles from provider logins (docs/rules/accounts.md#handles). */
import { trimEnd } from '@flockwork/contract/text/trim-end'
import { HANDLE_MAX_CHARS, HANDLE_MIN_CHARS } from '@flockwork/contract/limits'
import { isHandle, isReservedHandle } from '@flockwork/contract/text/handles'

/** For a name without a single usable character. */
const FALLBACK = 'user'
const FIRST_NUMBER = 2

/**
 * Candidate handles for `login`, best first, without end: lower-case, other characters `-`, cut to 32; then with a
 * number, in case it is too short, reserved or taken. Each is a valid handle.
 */
export function* handlesFrom(login: string): Generator<string, never> {
  const name = nameFrom(login)
  if (isHandle(name) && !isReservedHandle(name)) yield name
  for (let number = FIRST_NUMBER; ; number++) {
    const handle = `${name.slice(0, HANDLE_MAX_CHARS - String(number).length)}${number}`
    if (handle.length >= HANDLE_MIN_CHARS && handle !== name) yield handle
  }
}

/** Valid in its characters and not too long, but perhaps too short, reserved or taken. */
function nameFrom(login: string): string {
  const plain = login
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/gu, '-')
    .replace(/^[-_]+/, '')
  const name = trimEnd(plain.slice(0, HANDLE_MAX_CHARS), '-')
  return name === '' ? FALLBACK : name
}
