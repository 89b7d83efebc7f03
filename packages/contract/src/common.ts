/** Pieces that several rooms' schemas share. */
import * as z from 'zod/mini'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID in any letters' case, read as lower case. */
export const Id = z.string().check(z.regex(UUID, 'Must be a UUID'), z.toLowerCase())

/** RFC 3339, UTC, milliseconds. */
export const Time = z.string()

export const IdParams = z.object({ id: Id })

/** A whole number from a query string, within bounds; a larger one is read as the largest. */
export function queryNumber(fallback: number, min: number, max: number) {
  return z.pipe(
    z.optional(z.union([z.string(), z.number()])),
    z.transform((value, context) => {
      if (value === undefined || value === '') return fallback
      const number = Number(value)
      if (!Number.isInteger(number) || number < min) {
        context.issues.push({
          code: 'custom',
          message: `Must be a whole number of at least ${min}`,
          input: value,
        })
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
