/**
 * Validates text from outside: its length before anything else, and what PostgreSQL can't store (NUL, half a surrogate
 * pair) is refused rather than silently altered.
 */
import type { FieldError } from '@flockwork/contract/errors'
import { TEXT_MAX_CHARS } from '@flockwork/contract/limits'

type Loc = readonly (string | number)[]

/** An error for each string in `value`, which is at `loc`, that PostgreSQL can't store. */
export function findInvalidText(value: unknown, loc: Loc): FieldError[] {
  return findText(value, loc, (text) => (isStorable(text) ? null : UNSTORABLE))
}

/** An error for each string that is too long to process. */
export function findLongText(value: unknown, loc: Loc): FieldError[] {
  return findText(value, loc, ({ length }) => (length > TEXT_MAX_CHARS ? TOO_LONG : null))
}

function findText(value: unknown, loc: Loc, problemOf: (text: string) => Problem | null): FieldError[] {
  if (typeof value === 'string') {
    const problem = problemOf(value)
    return problem === null ? [] : [{ loc: [...loc], ...problem }]
  }
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap((part, index) => findText(part, [...loc, index], problemOf))
  return Object.entries(value).flatMap(([name, part]) => findText(part, [...loc, name], problemOf))
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

type Problem = Pick<FieldError, 'msg' | 'type'>

const UNSTORABLE: Problem = {
  msg: 'Holds a character that can not be stored (NUL or half a surrogate pair)',
  type: 'value_error',
}
const TOO_LONG: Problem = { msg: `At most ${TEXT_MAX_CHARS} characters`, type: 'too_big' }
