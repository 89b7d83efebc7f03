/** Text that PostgreSQL can't keep: NUL, and half a surrogate pair. Refused rather than silently altered. */
import type { FieldError } from '@flockwork/contract/errors'

type Loc = readonly (string | number)[]

/** Every place in `value`, which lies at `loc`, that holds such a text. */
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
