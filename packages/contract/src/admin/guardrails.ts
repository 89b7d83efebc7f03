/** The administrators' settings of the guardrails (docs/rules/guardrails.md#modes). */
import * as z from 'zod/mini'
import { Id, IdParams, shownName, Time } from '../common.ts'
import { GUARDRAIL_KINDS, GUARDRAIL_MODES, GUARDRAIL_SEVERITIES, GUARDRAIL_WRITERS } from '../guardrails.ts'
import {
  MESSAGE_MAX_CHARS,
  PATTERN_MAX_CHARS,
  PATTERN_NAME_MAX_CHARS,
  PATTERNS_MAX,
  RULE_CHANGES_MAX,
} from '../limits.ts'
import { route } from '../route.ts'
import { codePoints } from '../text/message-text.ts'

const Mode = z.enum(GUARDRAIL_MODES)
const Modes = z.object({ person: Mode, agent: Mode })

const Count = z.object({ blocked: z.number(), reported: z.number() })
/** A rule's findings in the last 24 hours and the last 30 days. */
const Counts = z.object({ day: Count, month: Count })
export type RuleCounts = z.infer<typeof Counts>

export const SetRule = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(GUARDRAIL_KINDS),
  severity: z.enum(GUARDRAIL_SEVERITIES),
  modes: Modes,
  default_modes: Modes,
  /** Whether it can't be switched. */
  is_fixed: z.boolean(),
  counts: Counts,
})
export type SetRule = z.infer<typeof SetRule>

export const SetPattern = z.object({
  id: Id,
  name: z.string(),
  pattern: z.string(),
  mode: Mode,
  severity: z.enum(GUARDRAIL_SEVERITIES),
  counts: Counts,
  created_at: Time,
  /** Null for an account that was deleted. */
  created_by: z.nullable(z.string()),
  changed_at: Time,
})
export type SetPattern = z.infer<typeof SetPattern>

export const GuardrailSettings = z.object({
  rules: z.array(SetRule),
  patterns: z.array(SetPattern),
  patterns_max: z.number(),
})
export type GuardrailSettings = z.infer<typeof GuardrailSettings>

const PatternText = z
  .string()
  .check(
    z.minLength(1, 'Must not be empty'),
    z.maxLength(PATTERN_MAX_CHARS, `At most ${PATTERN_MAX_CHARS} characters`),
  )

const PatternFields = z.object({
  name: shownName(PATTERN_NAME_MAX_CHARS).check(z.minLength(1, 'Must not be empty')),
  pattern: PatternText,
  mode: Mode,
  severity: z.enum(GUARDRAIL_SEVERITIES),
})

/** Why a pattern is unusable, and the position of the error, counted from 1, if known. */
export const PatternProblem = z.object({ message: z.string(), at: z.nullable(z.number()) })
export type PatternProblem = z.infer<typeof PatternProblem>

/** A finding in the tried text; ranges in UTF-16 units. */
export const TriedFinding = z.object({
  rule: z.string(),
  name: z.string(),
  kind: z.enum(GUARDRAIL_KINDS),
  severity: z.enum(GUARDRAIL_SEVERITIES),
  /** The rule's mode. */
  mode: Mode,
  ranges: z.array(z.object({ start: z.number(), end: z.number() })),
})
export type TriedFinding = z.infer<typeof TriedFinding>

export const adminGuardrailRoutes = {
  settings: route({
    method: 'GET',
    path: '/api/admin/guardrails',
    access: 'admin',
    summary: 'Every rule of the guardrails, what it does and what it found',
    answer: GuardrailSettings,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/admin/guardrails',
    access: 'admin',
    summary: 'Switch rules between block, report and off',
    body: z.object({
      rules: z
        .array(z.object({ id: z.string(), modes: Modes }))
        .check(z.minLength(1, 'Must name a rule'), z.maxLength(RULE_CHANGES_MAX)),
    }),
    answer: GuardrailSettings,
  }),
  addPattern: route({
    method: 'POST',
    path: '/api/admin/guardrails/patterns',
    access: 'admin',
    summary: `Look for a pattern of your own, in RE2's syntax; at most ${PATTERNS_MAX}`,
    body: PatternFields,
    answer: z.object({ pattern: SetPattern }),
    status: 201,
  }),
  changePattern: route({
    method: 'PATCH',
    path: '/api/admin/guardrails/patterns/:id',
    access: 'admin',
    summary: 'Change a pattern',
    params: IdParams,
    body: z.partial(PatternFields),
    answer: z.object({ pattern: SetPattern }),
  }),
  removePattern: route({
    method: 'DELETE',
    path: '/api/admin/guardrails/patterns/:id',
    access: 'admin',
    summary: 'Remove a pattern',
    params: IdParams,
  }),
  try: route({
    method: 'POST',
    path: '/api/admin/guardrails/try',
    access: 'admin',
    summary: 'Try a text against the rules, and a pattern that is not saved yet; nothing is stored',
    isRead: true,
    body: z.object({
      text: z
        .string()
        .check(
          z.refine(
            (text) => codePoints(text) <= MESSAGE_MAX_CHARS,
            `At most ${MESSAGE_MAX_CHARS} characters`,
          ),
        ),
      writer: z._default(z.enum(GUARDRAIL_WRITERS), 'person'),
      pattern: z.nullish(
        z.string().check(z.maxLength(PATTERN_MAX_CHARS, `At most ${PATTERN_MAX_CHARS} characters`)),
      ),
    }),
    answer: z.object({
      findings: z.array(TriedFinding),
      /** The matches of the body's pattern; empty without one. */
      pattern_ranges: z.array(z.object({ start: z.number(), end: z.number() })),
      pattern_problem: z.nullable(PatternProblem),
    }),
  }),
}
