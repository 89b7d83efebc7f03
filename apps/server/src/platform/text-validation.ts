/** Text that PostgreSQL can't store (NUL, half a surrogate pair) is refused rather than silently altered. */
import type { FieldError } from '@flockwork/contract/errors'

type Loc = readonly (string | number)[]

/** An error for each such text in `value`, which is at `loc`. */
export function findInvalidText(value: unknown, loc: Loc): FieldError[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [unstorable(loc)]
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((part, index) => findInvalidText(part, [...loc, index]))
  return Object.entries(value).flatMap(([name, part]) => findInvalidText(part, [...loc, name]))
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function unstorable(loc: Loc): FieldError {
  return {
    loc: [...loc],
    msg: 'Holds a character that can not be stored (NUL or half a surrogate pair)',
    type: 'value_error',
  }
}
