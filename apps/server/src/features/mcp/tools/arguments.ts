/**
 * Reads the arguments of a tool. Clients and models are loose with types, so arguments are normalised before they are
 * checked: null is absent, "20" is a number where one is expected, unknown names are ignored.
 */
import {
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { FieldError } from '@flockwork/contract/errors'
import { INBOX_READ_MAX, TEXT_MAX_CHARS } from '@flockwork/contract/limits'
import { Invalid } from '../../../platform/errors.ts'
import { parseJson } from '../../../platform/json.ts'
import { findInvalidText, findLongText } from '../../../platform/text-validation.ts'

export type Given = Readonly<Record<string, unknown>>

type Field = z.ZodMiniOptional<z.ZodMiniType>
export type ArgumentsSchema = z.ZodMiniObject<Readonly<Record<string, Field>>>

/**
 * The published schema, with plain types, without these arguments and values of `action`. It accepts everything;
 * `readArguments` checks.
 */
export function published(
  schema: ArgumentsSchema,
  unpublished: readonly string[] = [],
): StandardSchemaWithJSON<Given, Given> {
  const all = Object.entries(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})
  const properties = Object.fromEntries<unknown>(
    all.flatMap(([name, property]) => {
      if (unpublished.includes(name) || typeof property === 'boolean') return []
      const choices = property.enum?.filter((choice) => !unpublished.includes(String(choice)))
      return [[name, choices === undefined ? property : { ...property, enum: choices }]]
    }),
  )
  // plain types and descriptions are the same in every draft of JSON Schema
  const json = { type: 'object', properties } as JsonSchemaType
  return fromJsonSchema<Given>(json, {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  })
}

/** The arguments that the schema names, converted to its types where that is unambiguous. */
export function tidyArguments(schema: ArgumentsSchema, given: Given): Given {
  const tidied = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = given[name]
    return value === null || value === undefined ? [] : [[name, tidy(value, kindOf(field))] as const]
  })
  return Object.fromEntries(tidied)
}

/** @throws Invalid naming each invalid argument and its valid values. */
export function readArguments<S extends ArgumentsSchema>(schema: S, tidied: Given): z.infer<S> {
  const tooMany = Object.entries(tidied).filter(
    ([, value]) => Array.isArray(value) && value.length > ITEMS_MAX,
  )
  if (tooMany.length > 0) {
    throw new Invalid(
      tooMany.map(([name]) => ({ loc: [name], msg: 'Has far too many items', type: 'too_big' })),
    )
  }
  const tooLong = findLongText(tidied, [])
  if (tooLong.length > 0) throw new Invalid(tooLong)
  const parsed = schema.safeParse(tidied)
  const problems = parsed.success ? findInvalidText(tidied, []) : parsed.error.issues.map(problemOf)
  if (problems.length > 0) throw new Invalid(problems)
  // parsed by the schema
  return parsed.data as z.infer<S>
}

function kindOf(field: Field): string {
  return field._zod.def.innerType._zod.def.type
}

function tidy(value: unknown, kind: string): unknown {
  // models send an all-digit id as a number
  if (kind === 'string' && typeof value === 'number') return String(value)
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value)
    return Number.isNaN(number) ? value : number
  }
  if (kind === 'array') return tidyList(value)
  if (kind === 'enum' && typeof value === 'string') {
    const word = value.trim().toLowerCase()
    return word === '' ? undefined : word
  }
  return value
}

/** Longer than any list that a tool accepts; the tools check their own limits. */
const ITEMS_MAX = 2 * INBOX_READ_MAX

/** Models also send a list as text: as JSON, or one item per line. Text that is too long stays as it is, to be refused. */
function tidyList(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one: unknown) => (typeof one === 'number' ? String(one) : one))
  }
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'string' || value.length > TEXT_MAX_CHARS) return value
  const parsed = value.trimStart().startsWith('[') ? jsonOf(value) : undefined
  if (Array.isArray(parsed)) return tidyList(parsed)
  const lines = value.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? undefined : lines
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  array: 'a list of texts',
}

function problemOf(issue: z.core.$ZodIssue): FieldError {
  // an error inside a list is reported for the argument
  const loc = issue.path.slice(0, 1).map((step) => (typeof step === 'number' ? step : String(step)))
  if (issue.code === 'invalid_value') {
    return { loc, msg: `must be one of ${issue.values.join(', ')}`, type: issue.code }
  }
  if (issue.code === 'invalid_type' && issue.path.length > 1) {
    return { loc, msg: `must be ${KINDS['array']}`, type: issue.code }
  }
  if (issue.code === 'invalid_type') {
    return { loc, msg: `must be ${KINDS[issue.expected] ?? issue.expected}`, type: issue.code }
  }
  return { loc, msg: issue.message, type: issue.code }
}
