/** Shared building blocks of schemas. */
import * as z from 'zod/mini'
import { FILTER_NAMES_MAX, FILTER_NAME_MAX_CHARS } from './limits.ts'
import { nameProblem, personNameProblem } from './text/names.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID, case-insensitive, normalised to lower case. */
export const Id = z.string().check(z.regex(UUID, 'Must be a UUID'), z.toLowerCase())

/** The same with a custom error message. */
export function idOr(problem: string) {
  return z.string(problem).check(z.regex(UUID, problem), z.toLowerCase())
}

/** Whether the text is a UUID, case-insensitively. */
export function isId(text: string): boolean {
  return UUID.test(text)
}

/** RFC 3339, UTC, milliseconds. */
export const Time = z.string()

/** The name of a space or a team: at most `max` characters, safe to show inline. */
export function shownName(max: number) {
  return nameOf(max, nameProblem)
}

/** The name of a person: the same, but not a reserved word. */
export function personName(max: number) {
  return nameOf(max, personNameProblem)
}

function nameOf(max: number, problemOf: (name: string) => string | null) {
  return z.string().check(
    z.trim(),
    z.maxLength(max, { error: `At most ${max} characters`, abort: true }),
    z.check(({ value, issues }) => {
      const message = problemOf(value)
      if (message !== null) issues.push({ code: 'custom', message, input: value })
    }),
  )
}

export const IdParams = z.object({ id: Id })

/** A whole number from 0 to `most`. */
export function wholeNumber(most: number) {
  const message = `Must be a whole number from 0 to ${most}`
  return z.int(message).check(z.gte(0, message), z.lte(most, message))
}

/** A whole number from a query string, within bounds; a larger one is clamped, or refused. */
export function queryNumber(
  fallback: number,
  min: number,
  max: number,
  larger: 'largest' | 'refused' = 'largest',
) {
  return z.pipe(
    z.nullish(z.union([z.string(), z.number()])),
    z.transform((value, context) => {
      if (value === undefined || value === null || value === '') return fallback
      const number = Number(value)
      if (!Number.isInteger(number) || number < min) {
        context.issues.push({
          code: 'custom',
          message: `Must be a whole number of at least ${min}`,
          input: value,
        })
        return z.NEVER
      }
      if (number > max && larger === 'refused') {
        context.issues.push({ code: 'custom', message: `Must be at most ${max}`, input: value })
        return z.NEVER
      }
      return Math.min(number, max)
    }),
  )
}

export const queryFlag = z.pipe(
  z.optional(z.union([z.string(), z.boolean()])),
  z.transform((value) => value === true || value === 'true' || value === '1'),
)

const Name = z.string().check(z.maxLength(FILTER_NAME_MAX_CHARS))
/** One name or several, any of which may match; none, or only empty ones, means no filter. */
export const Names = z.pipe(
  z.nullish(z.union([Name, z.array(Name).check(z.maxLength(FILTER_NAMES_MAX))])),
  z.transform((value) => {
    const names = value === null || value === undefined ? [] : [value].flat()
    return names.map((name) => name.trim()).filter((name) => name !== '')
  }),
)
